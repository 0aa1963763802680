import { stableHash } from '../turn/stable-hash.ts';
import type { HistoryItem } from '../turn/turn.ts';

/** What a history can be known by after its agent wrote it anew. Small: it is stored. */
export interface HistoryMark {
  /** Hash of the first words of the user. */
  readonly opening: string;
  /** Ids of its last calls. */
  readonly calls: readonly string[];
}

const MOST_CALLS = 8;
const HEAD = 4_000;

/** How agents begin a history that they have shortened. */
const CONTINUED =
  /\bsummar(?:y|ies|i[sz]ed)\b|\bcompact(?:ed|ion)\b|\bcondensed\b|\bstate_snapshot\b|\bcheckpoint\b|\bcontinued from a previous\b|\bWhat did we do so far\b/i;

export function markOf(history: readonly HistoryItem[]): HistoryMark {
  const calls: string[] = [];
  for (let at = history.length - 1; at >= 0 && calls.length < MOST_CALLS; at -= 1) {
    const item = history[at];
    if (item?.type === 'assistant') calls.unshift(...item.calls.map(({ id }) => id).filter((id) => id !== ''));
  }
  return { opening: openingOf(history), calls: calls.slice(-MOST_CALLS) };
}

/**
 * True when this history goes on with the one of the mark: it begins with the same words of the user, holds one of its last calls, or begins as agents
 * begin behind a summary. That both are of one session is the caller's to know.
 */
export function isCompactionOf(mark: HistoryMark, history: readonly HistoryItem[]): boolean {
  if (openingOf(history) === mark.opening) return true;
  const calls = new Set(mark.calls);
  let replies = 0;
  for (const item of history) {
    if (item.type === 'assistant') {
      replies += 1;
      if (item.calls.some(({ id }) => calls.has(id))) return true;
    }
    if (item.type === 'user' && replies < 2 && CONTINUED.test(item.text.slice(0, HEAD))) return true;
  }
  return false;
}

function openingOf(history: readonly HistoryItem[]): string {
  const first = history.find((item) => item.type === 'user');
  return first === undefined ? '' : stableHash(first.text);
}
