import type { AdvertisedTool } from '../turn/turn.ts';
import type { Region } from './region.ts';
import { isBlank } from './reply-marks.ts';

/** A letter, a number, or a sign after which a sentence goes on; bullets too. */
const GOES_ON = /[\p{L}\p{N}\p{M},([\-–—/|*+="'“„«]/u;
/** A name that a tool may have. */
const TOOL_LIKE = /^[\p{L}_][\p{L}\p{M}\p{N}_.:/-]*$/u;
/** Words that stand for a name in a description of a format. */
const STANDS_FOR_A_NAME = /^(?:[A-Z][A-Z_]*|(?:the_|your_|my_)?(?:tool|function)?[_-]?name)$/;

/**
 * An opener in the middle of a sentence with no call behind it: a marker is talked about, not used (formats-a 0.1, rule 7). Whoever names
 * a tool means a call, complete or not; a word behind an unclosed opener is no name.
 */
export function isMarkerMention(region: Region, text: string, tools: readonly AdvertisedTool[]): boolean {
  const { envelope } = region;
  if (!standsInSentence(text, envelope.start)) return false;
  const names = envelope.status === 'complete' ? envelope.calls.map((call) => call.name) : envelope.names;
  if (names.some((name) => tools.some((tool) => tool.name === name))) return false;
  return envelope.status === 'incomplete' || names.every((name) => !TOOL_LIKE.test(name) || STANDS_FOR_A_NAME.test(name));
}

/** True where a sentence goes on: what stands here is named, not used. */
export function standsInSentence(text: string, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && text[at] !== '\n' && isBlank(text.charCodeAt(at))) at -= 1;
  const sign = text[at];
  return sign !== undefined && sign !== '\n' && GOES_ON.test(sign);
}
