import { ChevronRight, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { TurnDetail } from '../../../shared/ipc/contract.ts';
import { Icon } from '../../components/icon.tsx';
import { actedWords } from '../../components/acted-words.ts';
import { inertLine } from '../../components/inert-text.ts';
import { layoutJson } from '../../components/json-tokens.ts';
import { Payload } from '../../components/payload.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { count, plural } from '../../components/format-units.ts';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import type { CallRecord } from '../../store/journal-view.ts';
import { type AddedWords, addedWords } from './added-words.ts';
import { type ReadMessage, readConversation } from './read-conversation.ts';

/** The last exchange whole, what came before folded to one line, and the reply as it was assembled. */
export function Conversation({ detail }: { readonly detail: TurnDetail }) {
  const [open, setOpen] = useState(false);
  const messages = useMemo(() => readConversation(detail.request.body), [detail.request.body]);
  const system = messages.filter((message) => message.who === 'system');
  const rest = messages.filter((message) => message.who !== 'system');
  const cut = Math.max(0, rest.length - 4);
  const added = useMemo(() => addedWords(detail.entries), [detail.entries]);
  const reply = detail.assembled;
  const isOpen = useConsoleState((state) => state.view.turns.get(detail.turn.turn)?.running ?? 0) > 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys
    <div className="scroll" tabIndex={0} role="region" aria-label="Conversation">
      {system.map((message) => (
        <div key={message.text} className="msg">
          <span className="who">system</span>
          <div className="muted">
            {inertLine(message.text, 90)} <span className="xs nw">{count(message.text.length)} characters</span>
          </div>
        </div>
      ))}
      {cut === 0 ? null : (
        <div className="msg">
          <span className="who">before</span>
          <button type="button" className="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon of={ChevronRight} size="s" />
            {plural(cut, 'earlier message')}
          </button>
        </div>
      )}
      {(open ? rest : rest.slice(cut)).map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other identity
        <Message key={at} message={message} />
      ))}
      {added.map((words) => (
        <Added key={words.seq} words={words} />
      ))}
      {reply === null ? null : (
        <div className="msg reply">
          <span className="who">assistant</span>
          <div>
            {reply.reasoning === '' ? null : (
              <div className="muted reasoning">
                <Payload text={reply.reasoning} />
              </div>
            )}
            {reply.text === '' ? null : <Payload text={reply.text} />}
            {reply.calls.map((call) => (
              <CallBox key={call.id} turn={detail.turn.turn} call={call} />
            ))}
            {reply.text === '' && reply.calls.length === 0 ? (
              <span className="muted">{isOpen ? 'nothing yet' : 'nothing: the turn ended without a reply'}</span>
            ) : null}
          </div>
        </div>
      )}
    </div>
  );
}

/** Put in for the model: the agent's own history does not hold it. */
function Added({ words }: { readonly words: AddedWords }) {
  const json = layoutJson(words.text);
  return (
    <div className="msg">
      <span className="who">added</span>
      <div>
        <span className="xs muted">
          {words.by === 'operator' ? 'The model also got your words' : 'The model also got this guidance'}; the agent did not
        </span>
        {json === words.text ? (
          <Payload text={words.text} />
        ) : (
          <div className="mono two">
            <Payload syntax="json" text={json} />
          </div>
        )}
      </div>
    </div>
  );
}

function Message({ message }: { readonly message: ReadMessage }) {
  return (
    <div className="msg">
      <span className="who">{message.who}</span>
      <div>
        {message.result?.error === true ? (
          <span className="fg stuck flex tight">
            <Icon of={X} size="c" />
            error
          </span>
        ) : null}
        {message.text === '' ? (
          message.calls.length === 0 ? (
            <span className="muted">nothing</span>
          ) : null
        ) : message.who === 'tool' ? (
          <div className="mono two clamp">
            <Payload text={message.text} />
          </div>
        ) : (
          <Payload text={message.text} />
        )}
        {message.calls.map((call) => (
          <div key={call.id} className="callbox">
            <code className="one strong">{inertLine(call.name, 60)}</code>
            <div className="mono two">
              <Payload syntax="json" text={layoutJson(call.arguments)} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

/** A call of this reply, with what became of it where this window has seen it. */
function CallBox({
  turn,
  call,
}: {
  readonly turn: string;
  readonly call: { readonly id: string; readonly name: string; readonly arguments: string };
}) {
  const store = useConsole();
  const record = useConsoleState((state): CallRecord | undefined => {
    const ids = state.view.turns.get(turn)?.calls ?? [];
    for (const id of ids) {
      const at = state.view.calls.positions.get(id);
      const found = at === undefined ? undefined : state.view.calls.rows[at - state.view.calls.first];
      if (found?.callId === call.id) return found;
    }
    return undefined;
  });
  return (
    <div className="callbox">
      <div className="flex">
        <code className="one strong" dir="ltr">
          {inertLine(call.name, 60)}
        </code>
        {record === undefined ? null : <StateChip state={record.state} />}
        {record === undefined ? null : <span className="muted xs ell">{inertLine(actedWords(record), 60)}</span>}
        <span className="spring" />
        {record === undefined ? null : (
          <button
            type="button"
            className="btn ghost small"
            onClick={() => {
              store.setState({ selectedCall: record.id });
              store.prefer({ detailTab: record.before === undefined ? 'call' : 'change' });
              store.go('live');
            }}
          >
            {record.before === undefined ? 'Show in Live' : 'Before/after'}
          </button>
        )}
      </div>
      <div className="mono two">
        <Payload syntax="json" text={layoutJson(call.arguments)} />
      </div>
    </div>
  );
}
