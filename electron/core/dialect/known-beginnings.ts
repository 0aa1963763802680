import type { Json } from '../../../shared/json.ts';

/** The beginning of a list that was read, and what it gave. */
interface Beginning<T> {
  readonly entries: readonly Json[];
  readonly items: readonly T[];
}

/** Entries at a list's end that the next request may still change: cache marks move there. */
const UNSETTLED = 8;
/** How far from the end a known beginning is looked for: a turn may bring many calls and their results. */
const MOST_NEW = 64;

/**
 * What was read of lists of messages. A conversation resends all that was said: the very same entries (the same objects, not equal ones)
 * at the beginning of a list are not read again, so that a turn costs what is new in it (wire 3.9). Nothing is kept longer than its entries.
 */
export class KnownBeginnings<T extends object | string> {
  private readonly known = new WeakMap<object, Beginning<T>>();

  /**
   * Reads a list: `read` adds an entry's items, and may change the ones before it as long as `mayEnd` says no. `mayEnd`: what was read up
   * to now is complete whatever follows.
   */
  read(entries: readonly Json[], read: (entry: Json, index: number, items: T[]) => void, mayEnd: () => boolean = () => true): readonly T[] {
    const base = this.find(entries);
    const items = base?.items.slice() ?? [];
    let [count, size] = [base?.entries.length ?? 0, items.length];
    for (let index = count; index < entries.length; index += 1) {
      const entry = entries[index] ?? null;
      read(entry, index, items);
      if (index < entries.length - UNSETTLED && typeof entry === 'object' && entry !== null && mayEnd())
        [count, size] = [index + 1, items.length];
    }
    if (count > (base?.entries.length ?? 0)) this.remember({ entries: entries.slice(0, count), items: items.slice(0, size) }, base);
    return items;
  }

  private find(entries: readonly Json[]): Beginning<T> | undefined {
    const first = Math.max(0, entries.length - MOST_NEW);
    for (let at = entries.length - 1; at >= first; at -= 1) {
      const entry = entries[at];
      const found = typeof entry === 'object' && entry !== null ? this.known.get(entry) : undefined;
      if (found?.entries.length === at + 1 && begins(found, entries)) return found;
    }
    return undefined;
  }

  /** The one that it goes on from is not needed any more. */
  private remember(beginning: Beginning<T>, base: Beginning<T> | undefined): void {
    if (base !== undefined) this.known.delete(lastOf(base));
    this.known.set(lastOf(beginning), beginning);
  }
}

const lastOf = ({ entries }: Beginning<unknown>): object => entries[entries.length - 1] as object;

function begins({ entries: known }: Beginning<unknown>, entries: readonly Json[]): boolean {
  for (let at = known.length - 1; at >= 0; at -= 1) if (known[at] !== entries[at]) return false;
  return true;
}
