import type { Dialect } from '../../../shared/vocabulary.ts';
import { stableHashOf } from './stable-hash.ts';

/** Everything that an id is derived from (contract 2.4): the same input gives the same id, also after a restart. */
export interface CallIdSeed {
  readonly dialect: Dialect;
  /** `mistral`: exactly nine alphanumerics, which that upstream insists on. */
  readonly style: 'dialect' | 'mistral';
  /** Hash of the history before the call's message. */
  readonly historyHash: string;
  /** Place of the call in its reply, from 0: two identical calls get two ids. */
  readonly position: number;
  readonly name: string;
  /** Raw argument text. */
  readonly arguments: string;
}

/**
 * A call id in the form that dialect and upstream want: `call_` / `toolu_` and base62, or nine alphanumerics.
 * `taken` holds ids of the reply and the history: a clash is solved by hashing again, repeatably.
 */
export function deriveCallId(seed: CallIdSeed, taken: ReadonlySet<string>): string {
  for (let attempt = 0; ; attempt += 1) {
    const hash = stableHashOf([seed.historyHash, String(seed.position), seed.name, seed.arguments, String(attempt)]);
    const id = format(hash, seed);
    if (!taken.has(id)) return id;
  }
}

function format(hash: string, seed: CallIdSeed): string {
  const digits = base62(BigInt(`0x${hash}`)).padStart(22, '0');
  if (seed.style === 'mistral') return digits.slice(-9);
  return (seed.dialect === 'anthropic-messages' ? 'toolu_' : 'call_') + digits;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function base62(value: bigint): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = ALPHABET.charAt(Number(rest % 62n)) + digits;
  return digits;
}
