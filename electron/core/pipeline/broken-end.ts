import { classifyUpstreamError, upstreamFault } from '../fault/classify-upstream-error.ts';
import type { Effect } from './effect.ts';
import { excerptOf, record } from './lane-records.ts';
import type { ReplyEnding } from './reply-end.ts';
import type { ReplyReader } from './reply-reader.ts';

/** Causes of a call that its stream did not finish, and of the upstream's failure, in the journal's words. */
export const CAUSES: Readonly<Record<ReplyEnding, string>> = {
  terminated: 'unterminated',
  error: 'upstream-error',
  stalled: 'stalled',
  reset: 'reset',
  clean: 'ended early',
};

/** The upstream's failure for the journal; `saved` when complete calls leave all the same. */
export function brokenEntries(how: ReplyEnding, reader: ReplyReader, upstream: string, saved: boolean): readonly Effect[] {
  const { error } = reader.state;
  const status = how === 'stalled' && reader.sources.length === 0 ? 0 : 200;
  const words = error?.message ?? lastWords(reader);
  const pattern = words === '' ? undefined : classifyUpstreamError(0, words);
  const detail = error === undefined ? broken(how, words) : excerptOf(`${error.code} ${error.message}`);
  const failed = record({ type: 'upstream-failed', cause: CAUSES[how], status, upstream, detail, pattern }, !saved);
  return pattern === undefined ? [failed] : [failed, record(upstreamFault(pattern, upstream))];
}

function broken(how: ReplyEnding, words: string): string {
  const what = how === 'stalled' ? 'no event within the stall limit' : 'the reply ended before it was finished';
  return words === '' ? what : `${what}; its last words: ${words}`;
}

/** What the client is told of a reply that ended early. */
export function endedEarly(reader: ReplyReader): string {
  const words = lastWords(reader);
  return `the model endpoint ended the reply before it was finished${words === '' ? '' : ` and said: ${JSON.stringify(words)}`}.`;
}

/** Data that is none of the dialect's, at the end of a broken reply: proxies say there what happened. */
const lastWords = (reader: ReplyReader): string => excerptOf(reader.state.unreadable.at(-1) ?? reader.strayWords).trim();
