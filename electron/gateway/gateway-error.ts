import type { EntryBody } from '../../shared/journal-entry.ts';
import type { GatewayError } from '../core/dialect/dialect.ts';
import { classifyUpstreamError, upstreamFault } from '../core/fault/classify-upstream-error.ts';
import type { UpstreamTarget } from './route-request.ts';
import type { TransportFault } from './upstream-client.ts';

/** Why in plain words, by kind of transport fault. */
const reasons: Readonly<Record<TransportFault['code'], string>> = {
  refused: 'nothing accepts connections there',
  reset: 'it closed the connection without an answer',
  unresolved: 'its host name could not be resolved',
  tls: 'its certificate was not accepted',
  damaged: 'its answer could not be read',
};

/**
 * The error for an upstream that cannot be asked (wire 3.5, table of errors): retryable, 502. The errors that depend on a reply's
 * content are made by the lane.
 */
export function unreachableError(target: UpstreamTarget, fault: TransportFault): GatewayError {
  return {
    code: 'signalbox_upstream_unreachable',
    status: 502,
    retryable: true,
    message: `Signalbox could not reach the model endpoint "${target.name}" (${target.origin.origin}): ${reasons[fault.code]} (${fault.detail}). Check that it runs and that its URL is right (signalbox doctor), then send the request again.`,
  };
}

/** The error for an upstream's HTTP error that came after the head had to be committed for a keep-alive (wire 3.4). */
export function lateHttpError(target: UpstreamTarget, status: number, detail: string): GatewayError {
  const retryable = status < 300 || status >= 500 || status === 429 || status === 408;
  return {
    code: 'signalbox_upstream_unreachable',
    status: retryable ? 502 : 400,
    retryable,
    message: `The model endpoint "${target.name}" answered HTTP ${status}: ${detail} ${retryable ? 'Send the request again.' : 'Change the request: the same one fails the same way.'}`,
  };
}

/** The journal's entries about a failed upstream; a known fault is named (contract 2.6: context overflow is classified, never changed). */
export function upstreamFailure(cause: string, status: number, upstream: string, detail: string): readonly EntryBody[] {
  const pattern = classifyUpstreamError(status, detail);
  const failed: EntryBody = { type: 'upstream-failed', cause, status, upstream, detail, pattern };
  return pattern === undefined ? [failed] : [failed, upstreamFault(pattern, upstream)];
}
