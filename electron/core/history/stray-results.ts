import type { ResultNode } from './history-node.ts';
import type { KnownCall } from './known-call.ts';

/** Shorter beginnings say nothing about an id. */
const MIN_SHARED = 8;

type Pairs = Map<ResultNode, KnownCall>;

/** Finds the calls of results whose ids name none, where there is only one way to read them. `calls` are those of the message before. */
export function strayPairs(strays: readonly ResultNode[], calls: readonly KnownCall[]): Pairs {
  const open = calls.filter((call) => call.answer === 'none');
  return relatedPair(strays, open) ?? positionalPairs(strays, open, calls);
}

/**
 * One open call, one stray result, and one id begins with the other: a proxy shortened or lengthened it (Responses `call|item` ids, limits
 * of 40 and 64 characters).
 */
function relatedPair(strays: readonly ResultNode[], open: readonly KnownCall[]): Pairs | undefined {
  const [call] = open;
  const [stray] = strays;
  if (open.length !== 1 || strays.length !== 1 || call === undefined || stray === undefined) return undefined;
  const [short, long] = [call.node.id, stray.callId].sort((a, b) => a.length - b.length);
  if (short === undefined || long === undefined || short.length < MIN_SHARED || !long.startsWith(short)) return undefined;
  return new Map([[stray, call]]);
}

/**
 * By position, which is safe only where nothing is missing: as many stray results as the message has calls, none of which was answered
 * by name (errors.md part C3, rule 5). Results without an id pair with calls without one.
 */
function positionalPairs(strays: readonly ResultNode[], open: readonly KnownCall[], all: readonly KnownCall[]): Pairs {
  const nameless = strays.filter((stray) => stray.callId === '');
  const unnamed = open.filter((call) => call.node.id === '');
  if (nameless.length > 0 && nameless.length === unnamed.length) return zip(nameless, unnamed);
  if (nameless.length === strays.length && nameless.length === open.length) return zip(nameless, open);
  return strays.length === open.length && open.length === all.length ? zip(strays, open) : new Map();
}

function zip(strays: readonly ResultNode[], calls: readonly KnownCall[]): Pairs {
  const pairs: Pairs = new Map();
  for (const [index, stray] of strays.entries()) {
    const call = calls[index];
    if (call !== undefined) pairs.set(stray, call);
  }
  return pairs;
}
