import type { EntryBody } from '../../shared/journal-entry.ts';
import { contextOverflow } from '../core/fault/patterns/context-overflow.ts';

/**
 * What the endpoint made of the agent's request (contract 2.6): `accepted` with a 2xx; `too-long` in its own words; `refused` for what stands in it, and
 * the same request will be refused again; `open`: it was not asked, was busy, or wanted another key.
 */
export type RequestFate = 'accepted' | 'too-long' | 'refused' | 'open';

/** A template that cannot render a history fails with 500 on some servers. */
const REFUSALS: ReadonlySet<number> = new Set([400, 422, 500]);

/** Follows the entries of one turn. What is said of a re-ask, which is longer than the agent's request, does not count. */
export class FateReader {
  private tooLong = false;
  private reasked = false;

  read(entry: EntryBody): void {
    if (entry.type === 'reask-sent') this.reasked = true;
    if (entry.type === 'fault-classified' && entry.callId === '' && entry.pattern === contextOverflow.id && !this.reasked)
      this.tooLong = true;
  }

  /** `status` is the endpoint's, 0: none came. */
  fate(status: number): RequestFate {
    if (this.tooLong) return 'too-long';
    if (status >= 200 && status < 300) return 'accepted';
    return REFUSALS.has(status) ? 'refused' : 'open';
  }
}
