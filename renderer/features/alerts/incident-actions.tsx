import { Download, EyeOff, Shield, Square, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { CallAnswer, CallBody, CallName, IncidentRow } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { useKeys } from '../../components/use-keys.ts';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import { Steer } from './steer.tsx';

/** What the operator can do about an incident. Each act is seen by its journal entry. */
export function IncidentActions({ incident, onExport }: { readonly incident: IncidentRow; readonly onExport: () => void }) {
  const store = useConsole();
  const { kind, session, thread, fingerprint, turn } = incident;
  const [asking, setAsking] = useState<'isolate' | 'end' | undefined>(undefined);
  const running = useConsoleState((state) => {
    const record = state.view.turns.get(turn);
    return record !== undefined && record.ended === undefined;
  });
  const isolated = useConsoleState((state) =>
    [...state.view.circuits.values()].some((circuit) => circuit.session === session && circuit.pattern === 'isolated'),
  );
  const isLoop = kind === 'loop';
  const canIsolate = session !== '' && !isolated;
  const canClose = isolated || (isLoop && incident.state === 'open');
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
  useKeys({ isolate: () => canIsolate && setAsking('isolate'), closeCircuit: () => canClose && close() });
  if (asking !== undefined)
    return (
      <div className="dock">
        <div className="dock-row" role="group" aria-label="Are you sure?">
          <span className="sm two">
            {asking === 'end'
              ? 'End the turn? The agent gets an error.'
              : 'Isolate the session? Its requests end with an error until you close the circuit.'}
          </span>
          <Button look="danger" onClick={asking === 'end' ? end : isolate}>
            {asking === 'end' ? 'End the turn' : 'Isolate'}
          </Button>
          <Button onClick={() => setAsking(undefined)}>Leave it</Button>
        </div>
      </div>
    );
  return (
    <div className="dock">
      {session !== '' && (isLoop || kind === 'cancelled' || kind === 'refused') ? <Steer session={session} /> : null}
      <div className="dock-row" role="group" aria-label="Actions">
        {canIsolate ? (
          <Button icon={Shield} keys="I" onClick={() => setAsking('isolate')}>
            Isolate…
          </Button>
        ) : null}
        {isLoop || isolated ? (
          <Button icon={Undo2} keys="C" disabled={!canClose} onClick={close}>
            Close the circuit
          </Button>
        ) : null}
        {isLoop ? (
          <Button icon={EyeOff} onClick={off}>
            Off for this session
          </Button>
        ) : null}
        <Button icon={Download} keys="X" onClick={onExport}>
          Export this incident
        </Button>
        {running ? (
          <Button look="danger" icon={Square} onClick={() => setAsking('end')}>
            End the turn…
          </Button>
        ) : null}
        <span className="spring" />
        {isolated ? <span className="sm muted">Isolated: nothing goes to the model until you close the circuit</span> : null}
      </div>
    </div>
  );
}
