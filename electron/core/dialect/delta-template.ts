import { WIRE_JSON_DEPTH } from '../text/json-members.ts';
import { type JsonPath, parseWithSpans, rawOf, spanAt } from '../text/json-spans.ts';
import type { TurnEvent, WireFrame } from '../turn/turn-event.ts';

type Delta = Extract<TurnEvent, { readonly type: 'text-delta' | 'reasoning-delta' }>;

interface Template {
  /** The frame's bytes up to the text, its opening quote included, and from its closing quote on. */
  readonly before: Uint8Array;
  readonly behind: Uint8Array;
  readonly delta: Delta;
}

const MAX_FRAME_BYTES = 4096;
/** A template that served fewer frames than this was not worth its making; after so many of those no further one is made. */
const WORTHWHILE = 16;
const MOST_FAILURES = 4;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Most frames of a stream are like the one before but for the text in them. What such a frame says is told without parsing it: its bytes before and
 * behind the text are those of a frame that was parsed, and the text itself holds no quote, no escape and nothing beyond printable ASCII, so it is the
 * same JSON with another string in the same place. Only for decoders to whom such a frame says nothing else: they `forget` when their own state changes.
 */
export class DeltaTemplate {
  #template: Template | undefined;
  #served = 0;
  #failures = 0;

  /** What the frame says: as one like it was read, or as `read` reads it. `paths` are the places where its text may stand, as `read` looks for it. */
  tell(frame: WireFrame, read: (frame: WireFrame) => readonly TurnEvent[], paths: readonly JsonPath[]): readonly TurnEvent[] {
    const known = this.read(frame.raw);
    if (known !== undefined) return known;
    const events = read(frame);
    this.learn(frame, events, paths);
    return events;
  }

  /** What the frame says; undefined: it has to be read. */
  read(raw: Uint8Array): readonly TurnEvent[] | undefined {
    const template = this.#template;
    if (template === undefined) return undefined;
    const { before, behind, delta } = template;
    const end = raw.length - behind.length;
    if (end <= before.length || !standsAt(raw, 0, before) || !standsAt(raw, end, behind)) return undefined;
    const text = plainText(raw, before.length, end);
    if (text === undefined) return undefined;
    this.#served += 1;
    return [
      delta.type === 'text-delta'
        ? { type: 'text-delta', choice: delta.choice, block: delta.block, text }
        : { type: 'reasoning-delta', choice: delta.choice, block: delta.block, text, signed: delta.signed },
    ];
  }

  /** A frame was read and said only this: frames like it may follow. `paths` are the places where its text may stand, as its decoder looks for it. */
  learn(frame: WireFrame, events: readonly TurnEvent[], paths: readonly JsonPath[]): void {
    const [delta] = events;
    if (events.length !== 1 || (delta?.type !== 'text-delta' && delta?.type !== 'reasoning-delta')) return this.forget();
    if (this.#failures >= MOST_FAILURES || delta.text === '' || frame.data === undefined) return;
    this.forget();
    const cut = cutOut(frame.raw, frame.data, delta.text, paths);
    if (cut === undefined) this.#failures += 1;
    else this.#template = { ...cut, delta };
  }

  /** What a frame says depends on what came before it: another kind of frame came, so the next one is read. */
  forget(): void {
    if (this.#template === undefined) return;
    this.#failures = this.#served < WORTHWHILE ? this.#failures + 1 : 0;
    this.#template = undefined;
    this.#served = 0;
  }
}

/** The bytes around the text, where it stands literally at exactly one of the places. */
function cutOut(raw: Uint8Array, data: string, text: string, paths: readonly JsonPath[]): Pick<Template, 'before' | 'behind'> | undefined {
  const wire = plainText(raw, 0, raw.length, true);
  const line = wire?.indexOf(data) ?? -1;
  if (wire === undefined || line < 0 || wire.lastIndexOf(data) !== line) return undefined;
  const parsed = parseWithSpans(data, 0, { maxDepth: WIRE_JSON_DEPTH });
  if (!parsed.ok || parsed.value.duplicates.length > 0) return undefined;
  const { root } = parsed.value;
  const spans = paths.flatMap((path) => spanAt(root, path) ?? []).filter((span) => rawOf(data, span) === `"${text}"`);
  const [span] = spans;
  if (span === undefined || spans.length > 1 || plainText(raw, line + span.start + 1, line + span.end - 1) === undefined) return undefined;
  return { before: raw.slice(0, line + span.start + 1), behind: raw.slice(line + span.end - 1) };
}

function standsAt(raw: Uint8Array, at: number, part: Uint8Array): boolean {
  for (let offset = 0; offset < part.length; offset += 1) if (raw[at + offset] !== part[offset]) return false;
  return true;
}

/** ASCII as text; undefined where a string of JSON would have to be decoded, and for what is too long. `whole`: any ASCII, as a frame has it. */
function plainText(raw: Uint8Array, from: number, to: number, whole = false): string | undefined {
  if (to - from > MAX_FRAME_BYTES) return undefined;
  const units = new Array<number>(to - from);
  for (let at = from; at < to; at += 1) {
    const unit = raw[at] ?? 0;
    if (unit > 0x7e || (!whole && (unit < 0x20 || unit === QUOTE || unit === BACKSLASH))) return undefined;
    units[at - from] = unit;
  }
  return String.fromCharCode.apply(null, units);
}
