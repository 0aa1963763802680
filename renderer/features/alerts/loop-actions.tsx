import { useState } from 'react';
import type { CallAnswer, CallBody, CallName, IncidentRow } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { modName } from '../../components/rail-places.ts';
import { useKeys } from '../../components/use-keys.ts';
import { useConsole, useConsoleState } from '../../store/console-store.ts';

/** What the operator can do about a stuck session. Each act is seen by its journal entry. */
export function LoopActions({ incident }: { readonly incident: IncidentRow }) {
  const store = useConsole();
  const { session, thread, fingerprint, turn } = incident;
  const [asking, setAsking] = useState<'isolate' | 'end' | undefined>(undefined);
  const running = useConsoleState((state) => {
    const record = state.view.turns.get(turn);
    return record !== undefined && record.ended === undefined;
  });
  const isolated = useConsoleState((state) =>
    [...state.view.circuits.values()].some((circuit) => circuit.session === session && circuit.pattern === 'isolated'),
  );
  const send = <N extends CallName>(name: N, body: CallBody<N>, said: (answer: CallAnswer<N>) => string): void => {
    setAsking(undefined);
    void store.client
      .call(name, body)
      .then((answer) => store.toast(answer.ok ? said(answer.value) : answer.error.message, answer.ok ? 'info' : 'problem'));
  };
  const close = (): void =>
    send(
      'circuits/set',
      { session, ...(isolated ? {} : { thread }), ...(fingerprint === '' ? {} : { fingerprint }), state: 'closed' },
      () => 'Closed: the count starts anew.',
    );
  const off = (): void => send('sessions/set', { session, loops: false }, () => 'Loops are not watched in this session any more.');
  const isolate = (): void =>
    send('circuits/set', { session, state: 'isolated' }, () => 'Isolated: nothing of this session goes to the model.');
  const end = (): void => send('turns/end', { turn }, (answer) => (answer.ended ? 'The turn was ended.' : 'The turn had ended already.'));
  useKeys({ isolate: () => setAsking('isolate'), closeCircuit: close });
  if (asking !== undefined)
    return (
      <div className="actions" role="group" aria-label="Are you sure?">
        <span className="sm two">
          {asking === 'end'
            ? 'End the turn? The agent gets an error.'
            : 'Isolate the session? Its requests end with an error until you close the circuit.'}
        </span>
        <Button look="danger" big onClick={asking === 'end' ? end : isolate}>
          {asking === 'end' ? 'End the turn' : 'Isolate'}
        </Button>
        <Button big onClick={() => setAsking(undefined)}>
          Leave it
        </Button>
      </div>
    );
  return (
    <div className="actions" role="group" aria-label="Circuit">
      {isolated ? null : (
        <Button big keys="I" onClick={() => setAsking('isolate')}>
          Isolate…
        </Button>
      )}
      <Button big keys="C" disabled={incident.state !== 'open' && !isolated} onClick={close}>
        Close the circuit
      </Button>
      <Button big onClick={off}>
        Off for this session
      </Button>
      {running ? (
        <Button big look="danger" onClick={() => setAsking('end')}>
          End the turn…
        </Button>
      ) : null}
      {isolated ? <span className="sm two">Isolated: nothing goes to the model until you close the circuit.</span> : null}
    </div>
  );
}

/** Words for the model, put into the next request of the session (wire 3.8). */
export function Steer({ session }: { readonly session: string }) {
  const store = useConsole();
  const [text, setText] = useState('');
  const send = (): void => {
    if (text.trim() === '') return;
    void store.client.call('steer/send', { session, text: text.trim() }).then((answer) => {
      if (!answer.ok) return store.toast(answer.error.message, 'problem');
      if ('error' in answer.value) return store.toast(answer.value.error.message, 'problem');
      setText('');
      return store.toast('It goes in with the next request of this session.');
    });
  };
  return (
    <div className="sec wide">
      <h3>
        Steer
        <span className="end">goes in with the next request of this session, marked as yours</span>
      </h3>
      <div className="flex steer">
        <textarea
          className="input grow"
          aria-label="Words for the model"
          placeholder="Tell the model what it does not see."
          rows={2}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || (!event.ctrlKey && !event.metaKey)) return;
            event.preventDefault();
            send();
          }}
        />
        <Button look="primary" big keys={`${modName} Enter`} disabled={text.trim() === ''} onClick={send}>
          Send
        </Button>
      </div>
    </div>
  );
}
