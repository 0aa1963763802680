import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { CheckList } from '../../components/check-list.tsx';
import { bytes, clockTime, utf8Length } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { PayloadWell } from '../../components/payload.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { useConsoleState } from '../../store/console-store.ts';
import { EntryFacts } from './entry-facts.tsx';

/** What one entry of an incident holds. */
export function Evidence({ entry }: { readonly entry: JournalEntry }) {
  switch (entry.type) {
    case 'tool-call-cancelled':
      return (
        <div className="sec wide">
          <h3>
            What had arrived
            <span className="end">{bytes(utf8Length(entry.call.arguments))}</span>
          </h3>
          {entry.call.arguments === '' ? (
            <p className="sm muted">Only the name; no argument had begun.</p>
          ) : (
            <PayloadWell label="What had arrived" text={entry.call.arguments} />
          )}
          <p className="sm two gap-above">It was not delivered: {inertLine(entry.cause, 300)}.</p>
        </div>
      );
    case 'tool-call-refused':
      return (
        <>
          <div className="sec wide">
            <h3>
              What the model wrote
              <span className="end">{bytes(utf8Length(entry.excerpt))}</span>
            </h3>
            <PayloadWell label="What the model wrote" text={entry.excerpt} />
          </div>
          {entry.checks.length === 0 ? null : (
            <div className="sec wide">
              <h3>Checks</h3>
              <CheckList checks={entry.checks} />
            </div>
          )}
        </>
      );
    case 'approval-settled':
    case 'bypass-suspected':
    case 'circuit-closed':
    case 'circuit-opened':
    case 'fault-classified':
    case 'guidance-sent':
    case 'history-repaired':
    case 'leak-passed':
    case 'limit-reached':
    case 'loop-detected':
    case 'reask-sent':
    case 'secret-redacted':
    case 'settings-changed':
    case 'stage-failed':
    case 'steer-sent':
    case 'stream-normalised':
    case 'tool-call-answered':
    case 'tool-call-delivered':
    case 'tool-call-healed':
    case 'tool-call-held':
    case 'tool-call-recovered':
    case 'tool-call-seen':
    case 'tool-result-seen':
    case 'turn-ended':
    case 'turn-started':
    case 'upstream-failed':
    case 'upstream-retried':
    default:
      return (
        <div className="sec wide">
          <h3>What the journal says</h3>
          <EntryFacts entry={entry} />
        </div>
      );
  }
}

/** The calls of the turn, as this window saw them. */
export function TurnCalls({ turn }: { readonly turn: string }) {
  const record = useConsoleState((state) => state.view.turns.get(turn));
  const log = useConsoleState((state) => state.view.calls);
  const calls = (record?.calls ?? []).flatMap((id) => {
    const at = log.positions.get(id);
    return at === undefined ? [] : (log.rows[at - log.first] ?? []);
  });
  if (calls.length === 0) return null;
  return (
    <div className="sec wide">
      <h3>Calls of this turn</h3>
      <ul className="turn-calls sm">
        {calls.map((call) => (
          <li key={call.id}>
            <span className="mono xs muted">{clockTime(call.at)}</span>
            <code className="one">{inertLine(call.name, 40)}</code>
            <code className="two ell">{inertLine(call.arguments, 160)}</code>
            <StateChip state={call.state} />
            <span className="muted ell">{inertLine(call.acted, 60)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
