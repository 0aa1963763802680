import type { Span } from '../../../shared/approval.ts';
import type { FormatClass } from '../../../shared/vocabulary.ts';
import type { AdvertisedTool } from '../turn/turn.ts';

/** What a format may look at. */
export interface FormatContext {
  readonly tools: readonly AdvertisedTool[];
  /** True when the reply ended by `length` / `max_tokens`: closer-less envelopes are then never complete. */
  readonly endedByLength: boolean;
  /** A stop sequence that ended the reply, where the upstream said which. */
  readonly stopSequence: string | undefined;
  /** True while the reply may still grow: `incomplete` then means "not yet". */
  readonly open: boolean;
}

/** A literal that may begin an envelope of this format. Matched by code unit; never normalised. */
export interface Opener {
  readonly text: string;
  /** Where it counts: anywhere, at the start of a line, or as the first non-blank text of the reply. */
  readonly where: 'anywhere' | 'line-start' | 'reply-start';
}

/** A call read out of an envelope. Argument text is exact: the raw JSON substring where the format carries JSON. */
export interface ParsedCall {
  readonly name: string;
  /** Undefined when arguments do not decode to one JSON object; `argumentsError` then says why. */
  readonly arguments: string | undefined;
  readonly argumentsError: string | undefined;
  /** The id that the model wrote: evidence only. */
  readonly nativeId: string | undefined;
  readonly span: Span;
  /** Further readings of the same bytes, whole calls (2.3 check 6); empty when there is one reading. */
  readonly otherReadings: readonly { readonly name: string; readonly arguments: string }[];
}

/**
 * One envelope. `end` is exclusive and includes end tokens that the format owns. The text given to `viable` and `parse` may begin at
 * the opener: nothing before `start` may be looked at. While `context.open`, a result may change as the text grows.
 */
export type ParsedEnvelope =
  | {
      readonly status: 'complete';
      readonly start: number;
      readonly end: number;
      readonly calls: readonly ParsedCall[];
      /** A listed degraded spelling: makes the candidate `common`. */
      readonly degraded: boolean;
      /** A fabricated result behind the call (contract 2.3): held, shown, not delivered. */
      readonly fabricated?: Span | undefined;
      /** Parts of the envelope that are ordinary text for the reader (a preamble message): they stay, in order. */
      readonly visible?: readonly Span[] | undefined;
      /** Text inside the envelope that belongs to no part of it: other text stands beside the call (contract 2.3 check 11). */
      readonly stray?: Span | undefined;
    }
  /** The text ends before the envelope does. Names read so far, for check 7. */
  | { readonly status: 'incomplete'; readonly start: number; readonly end: number; readonly names: readonly string[] }
  | {
      readonly status: 'malformed';
      readonly start: number;
      readonly end: number;
      readonly code: 'shape' | 'bad_arguments';
      readonly names: readonly string[];
      readonly detail: string;
    };

/**
 * A leak syntax as data for the one engine. Pure; linear in the text it looks at; never throws.
 * Each format is one file that opens with a literal sample and is listed in `formats/index.ts`.
 */
export interface LeakFormat {
  readonly id: string;
  readonly title: string;
  readonly class: FormatClass;
  /** Which models and servers write it, and where that was seen (catalogue section or capture). */
  readonly origin: string;
  readonly sample: string;
  /** `common` JSON syntax: off where structured output was asked for (contract 2.2). */
  readonly json?: boolean | undefined;
  /** It counts only with nothing behind it (`whole-reply`), or as a listing where prose stands on both sides (`last-in-reply`). */
  readonly alone?: 'whole-reply' | 'last-in-reply' | undefined;
  /** The envelope is a Markdown fence (contract 2.3, class): where it does not count it is `fenced`. */
  readonly fence?: boolean | undefined;
  /** Openers may depend on the advertised names (`<read_file>`). */
  openers(tools: readonly AdvertisedTool[]): readonly Opener[];
  /**
   * False as soon as the text from `start` can no longer become an envelope of this format, whatever follows. Must answer from the
   * head of the envelope (a bounded look), so that prose which only begins alike is released promptly.
   */
  viable(text: string, start: number, context: FormatContext): boolean;
  /** Reads one envelope whose opener stands at `start`. Undefined: not this format at all (another one may try). */
  parse(text: string, start: number, context: FormatContext): ParsedEnvelope | undefined;
}
