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
  if (error === undefined) {
    const detail = how === 'stalled' ? 'no event within the stall limit' : 'the reply ended before it was finished';
    return [record({ type: 'upstream-failed', cause: CAUSES[how], status, upstream, detail }, !saved)];
  }
  const pattern = classifyUpstreamError(0, error.message);
  const detail = excerptOf(`${error.code} ${error.message}`);
  const failed = record({ type: 'upstream-failed', cause: CAUSES.error, status, upstream, detail, pattern }, !saved);
  return pattern === undefined ? [failed] : [failed, record(upstreamFault(pattern, upstream))];
}
