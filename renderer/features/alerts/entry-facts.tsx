import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { inertLine } from '../../components/inert-text.ts';

const head = new Set(['seq', 'at', 'session', 'thread', 'turn', 'level', 'type']);

/** Every field of an entry besides its head, as name and value: for entries that need no picture of their own. */
export function EntryFacts({ entry }: { readonly entry: JournalEntry }) {
  return (
    <dl className="kv facts-list">
      {Object.entries(entry).map(([name, value]) =>
        head.has(name) || value === undefined ? null : (
          <div key={name} className="pair">
            <dt>{words(name)}</dt>
            <dd className={typeof value === 'string' ? undefined : 'mono'}>
              {inertLine(typeof value === 'string' ? value : JSON.stringify(value), 2_000)}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** `firstByteMs` → `first byte ms`. */
const words = (name: string): string => name.replace(/([A-Z])/g, ' $1').toLowerCase();
