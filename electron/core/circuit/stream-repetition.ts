import type { TextLog } from '../text/text-log.ts';

/** Text between two looks, in characters: what a look costs is spread over them. */
const STEP = 2048;
/** How far back a look goes: the longest block that can be recognised is an eighth of it. */
const WINDOW = 8192;
const LONGEST_PERIOD = WINDOW / 8;
const ALIKE = 16;
/** This much repeated text, and this many repetitions, are noticed. */
const NOTICED = { length: 2048, times: 8 };
/** Clearly endless: nobody reads so much of the same (about 32,000 tokens). */
const ENDLESS = { length: 131_072, times: 64 };

/** A block that a reply writes again and again. */
export interface Repetition {
  readonly unit: string;
  readonly times: number;
  readonly endless: boolean;
}

/**
 * Watches one stream of text for a block that is repeated without end (errors.md B1, gemini-cli content chunks). Bounded and linear: a look every 2,048
 * characters, over at most 8,192; once a block is known each new character is compared once. Rules, tables and figures without words do not count.
 */
export class StreamRepetition {
  private looked = 0;
  private unit = '';
  private run = 0;
  private told: 'nothing' | 'noticed' | 'endless' = 'nothing';

  /** What is new: a repetition that is noticed first, or is endless first. */
  look(arriving: TextLog): Repetition | undefined {
    if (arriving.length - this.looked < STEP || this.told === 'endless') return undefined;
    const fresh = arriving.from(this.looked);
    this.looked = arriving.length;
    if (this.unit !== '' && !this.goesOn(fresh)) this.unit = '';
    if (this.unit === '') this.search(arriving.from(arriving.length - WINDOW));
    return this.news();
  }

  private goesOn(fresh: string): boolean {
    const size = this.unit.length;
    let at = this.run % size;
    for (let i = 0; i < fresh.length; i += 1) {
      if (fresh.charCodeAt(i) !== this.unit.charCodeAt(at)) return false;
      at = at + 1 === size ? 0 : at + 1;
    }
    this.run += fresh.length;
    return true;
  }

  private search(tail: string): void {
    const found = repeatedEnd(tail);
    if (found === undefined) return;
    // The block as it begins where the repetition does: what comes next is its character at `run`.
    this.unit = tail.slice(tail.length - found.length, tail.length - found.length + found.period);
    this.run = found.length;
  }

  private news(): Repetition | undefined {
    if (this.unit === '') return undefined;
    const times = Math.floor(this.run / this.unit.length);
    const endless = this.run >= ENDLESS.length && times >= ENDLESS.times;
    if (!endless && this.told !== 'nothing') return undefined;
    this.told = endless ? 'endless' : 'noticed';
    return { unit: this.unit, times, endless };
  }
}

/** The longest end of the text that is one block over and over; found with the failure function of the reversed text. */
function repeatedEnd(text: string): { readonly length: number; readonly period: number } | undefined {
  const size = text.length;
  // What repeats with some period ends twice alike, that far apart: most text is told by a plain search for its last few characters.
  const again = text.lastIndexOf(text.slice(-ALIKE), size - ALIKE - 1);
  if (again < 0 || size - ALIKE - again > LONGEST_PERIOD) return undefined;
  const failure = new Uint16Array(size + 1);
  const unitAt = (i: number): number => text.charCodeAt(size - 1 - i);
  for (let i = 1, k = 0; i < size; i += 1) {
    while (k > 0 && unitAt(i) !== unitAt(k)) k = failure[k] ?? 0;
    if (unitAt(i) === unitAt(k)) k += 1;
    failure[i + 1] = k;
  }
  for (let length = size; length >= NOTICED.length; length -= 1) {
    const period = length - (failure[length] ?? 0);
    if (period * NOTICED.times > length) continue;
    return isWording(text.slice(size - period)) ? { length, period } : undefined;
  }
  return undefined;
}

/** At least three different letters. */
const isWording = (unit: string): boolean => new Set(unit.slice(0, 400).match(/\p{L}/gu) ?? []).size >= 3;
