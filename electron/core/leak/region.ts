import type { Span } from '../../../shared/approval.ts';
import type { LeakFormat, ParsedEnvelope } from './leak-format.ts';

/** A place in a reply where a listed format was recognised. Offsets count from the start of the reply's text. */
export interface Region {
  readonly format: LeakFormat;
  readonly envelope: ParsedEnvelope;
  /** Why it was let go while the reply went on; undefined: its bytes are still held. */
  readonly released: undefined | 'fenced' | 'quoted' | 'prose' | 'thought' | 'off' | 'too_large';
  /** It stands inside reasoning marks that had not closed when it began. */
  readonly inThought: boolean;
}

/** What the scan of one whole text found. */
export interface ScanFacts {
  readonly text: string;
  readonly regions: readonly Region[];
  /** Reasoning inside the text, marks included: no prose. */
  readonly thoughts: readonly Span[];
  /** Results that the model wrote itself behind a call; not `filled`: only their opener, where generation should have stopped. */
  readonly fabricated: readonly (Span & { readonly filled: boolean })[];
  /** Openers of private formats, outside quotations and reasoning, behind which no envelope could be read; bounded. */
  readonly unread: readonly Span[];
}

/** The same envelope, `by` units further on. */
export function moveEnvelope(envelope: ParsedEnvelope, by: number): ParsedEnvelope {
  const move = (span: Span): Span => ({ start: span.start + by, end: span.end + by });
  const place = { start: envelope.start + by, end: envelope.end + by };
  if (envelope.status !== 'complete') return { ...envelope, ...place };
  return {
    ...envelope,
    ...place,
    calls: envelope.calls.map((call) => ({ ...call, span: move(call.span) })),
    fabricated: envelope.fabricated === undefined ? undefined : move(envelope.fabricated),
    visible: envelope.visible?.map(move),
    stray: envelope.stray === undefined ? undefined : move(envelope.stray),
  };
}
