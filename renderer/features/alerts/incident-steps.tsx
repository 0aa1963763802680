import { closedBy } from '../../../shared/alert-words.ts';
import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { clockTime } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { describeAlert } from './describe-alert.ts';

/** What was seen and done, in order. */
export function IncidentSteps({ entries }: { readonly entries: readonly JournalEntry[] }) {
  return (
    <div className="sec wide">
      <h3>What happened</h3>
      <ul className="incident-steps sm">
        {entries.map((entry) => (
          <li key={entry.seq}>
            <span className="mono xs muted">{clockTime(entry.at)}</span>
            <span className="one ell">{stepOf(entry)}</span>
            <span className="muted num">
              <code>#{entry.seq}</code>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function stepOf(entry: JournalEntry): string {
  switch (entry.type) {
    case 'loop-detected': {
      const did = { guide: 'the model was told', block: 'the call was answered here and the model asked again', end: 'the turn was ended' };
      return `${entry.count} times: ${did[entry.action]}`;
    }
    case 'circuit-opened':
      return entry.fingerprint === 'isolated'
        ? 'Isolated by you: nothing goes to the model'
        : `Circuit opened after ${entry.occurrences} times`;
    case 'circuit-closed':
      return `Circuit closed by ${closedBy(entry.cause)}`;
    case 'tool-call-answered':
      return `Answered here, not run: ${inertLine(entry.call.name, 40)}`;
    case 'guidance-sent':
      return `Guidance went to the model: ${inertLine(entry.pattern, 60)}`;
    case 'upstream-failed': {
      const who = inertLine(entry.upstream === '' ? 'the endpoint' : entry.upstream, 60);
      const said = inertLine(entry.detail, 300);
      if (entry.status >= 400) return `${who} answered ${entry.status}: ${said}`;
      return entry.status === 0 ? `${who} gave no answer, ${inertLine(entry.cause, 60)}: ${said}` : `${who} broke off its answer: ${said}`;
    }
    default: {
      const { title, why } = describeAlert(entry);
      return why === '' ? title : `${title}, ${why}`;
    }
  }
}
