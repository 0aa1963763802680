import type { GatewayError } from '../dialect/dialect.ts';
import type { RuledCall } from './decide-reply.ts';
import type { ReplyReader } from './reply-reader.ts';

/** Why the model is asked again, with what is needed when that does not help. `reader` is the faulty reply. */
export type Asked =
  /** A common leak that nobody decided: anything but a native call leaves the original text (contract 2.3 "Held"). */
  | { readonly type: 'neutral'; readonly reader: ReplyReader }
  /** A plain attempt that may not be dispatched. */
  | { readonly type: 'refused'; readonly reader: ReplyReader; readonly detail: string }
  /** Native calls that must fail: where the model can't be asked, those that are not hopeless leave as they came (contract 2.5.5). */
  | { readonly type: 'answered'; readonly reader: ReplyReader; readonly detail: string; readonly ruled: readonly RuledCall[] }
  /** The stream broke off inside a call, after the client had text: the answer leaves when it is whole (wire 3.5). */
  | { readonly type: 'broken'; readonly reader: ReplyReader; readonly detail: string }
  /** The blocked repetition of a loop: `error` ends the turn when the model goes on regardless. */
  | { readonly type: 'loop'; readonly reader: ReplyReader; readonly error: GatewayError }
  | {
      readonly type: 'declined';
      readonly reader: ReplyReader;
      readonly reason: string | undefined;
      readonly rejected: readonly { readonly name: string; readonly arguments: string }[];
    };

/** Equal name and arguments, whatever the white space and key order of the JSON. */
export function sameCall(
  a: { readonly name: string; readonly arguments: string },
  b: { readonly name: string; readonly arguments: string },
): boolean {
  return a.name === b.name && canonical(a.arguments) === canonical(b.arguments);
}

function canonical(text: string): string {
  try {
    return JSON.stringify(sorted(JSON.parse(text)));
  } catch {
    return text;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
