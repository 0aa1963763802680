import { X } from 'lucide-react';
import { useState } from 'react';
import { faultWords, shortCause } from '../../../shared/alert-words.ts';
import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { Button } from '../../components/button.tsx';
import { plural, shortTime } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { Note } from '../../components/note.tsx';
import { QueueItem } from '../../components/queue-item.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { useKeys } from '../../components/use-keys.ts';
import { entryWords } from './entry-words.ts';
import { useConsole } from '../../store/console-store.ts';

/** Entries that a figure or a row of a table was counted from. */
export interface Behind {
  readonly title: string;
  /** Filter words of the journal's query. */
  readonly query: string;
  /** What the figure is counted of; where it is a median or a sum, these entries are not as many as it says. */
  readonly note?: string | undefined;
}

const STEP = 200;

/** Exactly the entries that were counted, in the same span of time, newest first; a click shows the turn. */
export function EntriesBehind({
  behind,
  since,
  until,
  onClose,
}: {
  readonly behind: Behind;
  readonly since: number;
  readonly until: number;
  readonly onClose: () => void;
}) {
  const store = useConsole();
  const [limit, setLimit] = useState(STEP);
  const { answer } = useAnswer('entries/query', { query: behind.query, since, until, limit });
  useKeys({ leave: onClose });
  const open = (entry: JournalEntry): void => {
    if (entry.turn === '') return;
    store.setState({ selectedSession: entry.session, selectedTurn: entry.turn });
    store.go('sessions');
  };
  return (
    <section className="pane behind" aria-label={`Entries behind ${behind.title}`}>
      <div className="bar sub">
        <h2 className="ell" title={behind.title}>
          {behind.title}
        </h2>
        <span className="sm muted nw" role="status">
          {answer.state === 'ready' ? plural(answer.value.total, 'entry', 'entries') : ''}
        </span>
        <span className="spring" />
        <Button look="ghost" icon={X} aria-label="Close" onClick={onClose} />
      </div>
      {behind.note === undefined ? null : <p className="pad sm muted">{behind.note.slice(0, 1).toUpperCase() + behind.note.slice(1)}</p>}
      {answer.state === 'problem' ? (
        <div className="banner">
          <Note tone="problem">{answer.error.message}</Note>
        </div>
      ) : null}
      {answer.state === 'ready' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys
        <div className="scroll" tabIndex={0} role="region" aria-label="Counted entries">
          {answer.value.entries.length === 0 ? <p className="pad sm muted">No entry of this kind in this time.</p> : null}
          {answer.value.entries.map((entry) => (
            <QueueItem
              key={entry.seq}
              selected={false}
              onSelect={() => open(entry)}
              aside={shortTime(entry.at, Date.now())}
              first={<span className="ell">{entryWords(entry.type)}</span>}
              second={
                <>
                  <span className="ell">{subject(entry)}</span>
                  <span className="muted ell">{inertLine(entry.session === '' ? 'no session' : entry.session, 40)}</span>
                </>
              }
            />
          ))}
          {answer.value.entries.length < answer.value.total && limit < 1000 ? (
            <p className="pad">
              <Button small onClick={() => setLimit(Math.min(1000, limit + STEP))}>
                Show more
              </Button>
            </p>
          ) : null}
          {answer.value.total > 1000 && limit >= 1000 ? (
            <p className="pad sm muted">The newest 1,000 of them. A shorter time shows the others.</p>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

/** The word that tells one entry from the next: its tool, its reason, how it ended. */
function subject(entry: JournalEntry): string {
  const words = entry as {
    readonly call?: { readonly name?: string };
    readonly tool?: string;
    readonly title?: string;
    readonly outcome?: string;
  };
  const rest = entry as {
    readonly reason?: string;
    readonly rule?: string;
    readonly pattern?: string;
    readonly verdict?: string;
    readonly cause?: string;
    readonly state?: string;
  };
  const parts = [
    words.call?.name ?? words.tool ?? words.title ?? words.outcome,
    rest.rule ??
      (rest.pattern === undefined ? undefined : faultWords(rest.pattern)) ??
      rest.verdict ??
      rest.reason ??
      (rest.cause === undefined ? undefined : shortCause(rest.cause)) ??
      rest.state,
  ];
  return inertLine(parts.filter((part) => part !== undefined && part !== '').join(', '), 80);
}
