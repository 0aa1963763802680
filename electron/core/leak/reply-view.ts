import type { Span } from '../../../shared/approval.ts';
import { measureProse, type ProseMeasure } from '../text/prose-ratio.ts';
import { remainsBefore } from './call-remains.ts';
import type { ReplyContext } from './leak-verdict.ts';
import { standsInSentence } from './marker-mention.ts';
import type { Region, ScanFacts } from './region.ts';
import { endTokenAt, isBlank, skipEndTokens } from './reply-marks.ts';

/** A scanned reply as the checks of admission see it. */
export interface ReplyView {
  readonly facts: ScanFacts;
  readonly context: ReplyContext;
  /** Candidates whose bytes are still held, in order. */
  readonly live: readonly Region[];
  readonly prose: ProseMeasure;
  /** The first text behind, between or inside the envelopes that is no white space and no end token. */
  readonly after: Span | undefined;
  /** A result that the model wrote itself behind a call. */
  readonly fabricated: readonly Span[];
  /**
   * An opener before an envelope that is no envelope itself, and not named in a sentence, or the remains of a call without its opener: a
   * broken call stands beside the whole ones.
   */
  readonly unread: Span | undefined;
  /** Visible text outside envelopes and reasoning is blank. */
  readonly empty: boolean;
}

export function viewReply(facts: ScanFacts, context: ReplyContext): ReplyView {
  const live = facts.regions.filter((region) => region.released === undefined);
  const first = live[0]?.envelope.start ?? facts.text.length;
  const visible = live.flatMap((region) => (region.envelope.status === 'complete' ? (region.envelope.visible ?? []) : []));
  const measured = measureProse(facts.text, first, facts.thoughts);
  const preamble = visible.reduce((sum, span) => sum + (span.end - span.start), 0);
  const prose = {
    before: measured.before + preamble,
    share: measured.share + (facts.text.length === 0 ? 0 : preamble / facts.text.length),
  };
  const own = live.flatMap((region) =>
    region.envelope.status === 'complete' && region.envelope.fabricated !== undefined ? [region.envelope.fabricated] : [],
  );
  const fabricated = [...facts.fabricated.filter((span) => span.filled && !isTurnHeader(facts.text.slice(span.start, span.end))), ...own];
  const last = live.at(-1)?.envelope.start ?? 0;
  const unread = facts.unread.find((span) => span.start < last && !standsInSentence(facts.text, span.start)) ?? firstRemains(facts, live);
  return { facts, context, live, prose, after: textAfter(facts, live), fabricated, unread, empty: prose.before === 0 };
}

/** The head of the next turn with nothing in it: where generation should have stopped (formats-a 0.2). */
const isTurnHeader = (text: string): boolean => text.length <= LONGEST_HEADER && TURN_HEADER.test(text.trimEnd());
const LONGEST_HEADER = 80;
const TURN_HEADER =
  /^(?:<\|im_start\|>|<\|start_header_id\|>|<start_of_turn>|<\|START_OF_TURN_TOKEN\|>)\s*(?:user|assistant|system|tool|model|ipython|<\|(?:USER|CHATBOT|SYSTEM)_TOKEN\|>)?(?:<\|end_header_id\|>)?(?:\s*<tool_response>)?$/;

/** What is left of a damaged call right before one of the live regions. */
function firstRemains(facts: ScanFacts, live: readonly Region[]): Span | undefined {
  let floor = 0;
  let thought = 0;
  for (const { envelope } of live) {
    while ((facts.thoughts[thought]?.end ?? Number.POSITIVE_INFINITY) <= envelope.start)
      floor = Math.max(floor, facts.thoughts[thought++]?.end ?? 0);
    const found = remainsBefore(facts.text, envelope.start, floor);
    if (found !== undefined) return found;
    floor = Math.max(floor, envelope.end);
  }
  return undefined;
}

/** The parts of the text that leave: all but the given envelopes, the end tokens behind them and what was fabricated. */
export function keptSpans(facts: ScanFacts, taken: readonly Region[]): readonly Span[] {
  const cut: Span[] = [];
  for (const region of taken) {
    const { envelope } = region;
    let at = envelope.start;
    for (const span of envelope.status === 'complete' ? (envelope.visible ?? []) : []) {
      cut.push({ start: at, end: span.start });
      at = span.end;
    }
    cut.push({ start: at, end: envelope.end });
    cut.push(...endTokensBehind(facts.text, envelope.end));
    if (envelope.status === 'complete' && envelope.fabricated !== undefined) cut.push(envelope.fabricated);
  }
  cut.push(...facts.fabricated);
  cut.sort((a, b) => a.start - b.start);
  const kept: Span[] = [];
  let at = 0;
  for (const span of cut) {
    if (span.start > at) kept.push({ start: at, end: span.start });
    at = Math.max(at, span.end);
  }
  if (at < facts.text.length) kept.push({ start: at, end: facts.text.length });
  return kept;
}

function textAfter(facts: ScanFacts, live: readonly Region[]): Span | undefined {
  for (const [index, region] of live.entries()) {
    if (region.envelope.status === 'complete' && region.envelope.stray !== undefined) return region.envelope.stray;
    const end = live[index + 1]?.envelope.start ?? facts.text.length;
    let at = skipEndTokens(facts.text, region.envelope.end, end);
    for (const span of facts.fabricated) {
      if (span.start >= region.envelope.end && span.start <= at && span.end <= end)
        at = skipEndTokens(facts.text, Math.max(at, span.end), end);
    }
    if (at < end) return { start: at, end: trimEnd(facts.text, at, end) };
  }
  return undefined;
}

/** The end tokens behind an envelope; white space between them stays. */
function endTokensBehind(text: string, from: number): readonly Span[] {
  const spans: Span[] = [];
  for (let at = from; at < text.length; ) {
    if (isBlank(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const length = endTokenAt(text, at);
    if (length === 0) break;
    spans.push({ start: at, end: at + length });
    at += length;
  }
  return spans;
}

function trimEnd(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && isBlank(text.charCodeAt(at - 1))) at -= 1;
  return at;
}
