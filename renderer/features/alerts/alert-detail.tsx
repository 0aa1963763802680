import { actedWords } from '../../components/acted-words.ts';
import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { clockTime } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { StateChip } from '../../components/state-chip.tsx';
import { useConsoleState } from '../../store/console-store.ts';
import { EntryFacts } from './entry-facts.tsx';

/** An entry that needs no picture of its own: every field of it. */
export function Evidence({ entry }: { readonly entry: JournalEntry }) {
  return (
    <div className="sec wide">
      <h3>
        What the journal says
        <span className="end">
          {clockTime(entry.at)} <code>#{entry.seq}</code>
        </span>
      </h3>
      <EntryFacts entry={entry} />
    </div>
  );
}

/** The calls of the turn, as this window saw them; those that were cancelled are said above. */
export function TurnCalls({ turn }: { readonly turn: string }) {
  const record = useConsoleState((state) => state.view.turns.get(turn));
  const log = useConsoleState((state) => state.view.calls);
  const calls = (record?.calls ?? []).flatMap((id) => {
    const at = log.positions.get(id);
    const call = at === undefined ? undefined : log.rows[at - log.first];
    return call === undefined || call.state === 'cancelled' ? [] : [call];
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
            <span className="muted ell">{inertLine(actedWords(call), 60)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
