import type { GatewayError } from '../dialect/dialect.ts';

/** The reply was incomplete or malformed (wire 3.5). The same fault on the same request again is not retryable. */
export function cutError(detail: string, again: boolean): GatewayError {
  return {
    code: 'signalbox_cut',
    status: again ? 400 : 502,
    retryable: !again,
    message: `Signalbox cut this reply: ${detail} Nothing of the faulty part was run. ${again ? 'The same request failed the same way before: change the request, or look at the incident in the Signalbox console.' : 'Send the request again; the incident is in the Signalbox console.'}`,
  };
}

/** The stream stopped without an end. */
export const stalledError = (): GatewayError => ({
  code: 'signalbox_stalled',
  status: 504,
  retryable: true,
  message:
    'Signalbox ended this turn: the model endpoint sent nothing for longer than the stall limit (stall.firstByteMs, stall.idleMs). Send the request again, or raise the limit in the settings.',
});

/** The operator declined the call and the model insisted, or may not be asked again. */
export const declinedError = (reason: string | undefined): GatewayError => ({
  code: 'signalbox_declined',
  status: 400,
  retryable: false,
  message: `Signalbox ended this turn: the operator declined the call${reason === undefined || reason === '' ? '' : ` (${reason.slice(0, 500)})`}. It was not run. Ask the operator, or change the task.`,
});

/** The operator ended the turn: the agent is not to begin it again by itself. */
export const refusedError = (reason: string): GatewayError => ({
  code: 'signalbox_refused',
  status: 400,
  retryable: false,
  message: `Signalbox ended this turn: ${reason}. Nothing that was withheld has been run. Ask the operator, or change the task.`,
});

/** The program stops before the reply was finished (interfaces 4.1): nobody judged it, so the same request may come again. */
export const shutdownError = (): GatewayError => ({
  code: 'signalbox_cut',
  status: 502,
  retryable: true,
  message:
    'Signalbox cut this reply: the program stops and could not wait for its end. Nothing that was withheld has been run. Send the request again once Signalbox runs.',
});

/** HTTP status for an error object that came inside a 200, by its own code or type; 502 where it says nothing known. */
export function statusOfUpstreamError(code: string): number {
  if (/^[45]\d\d$/.test(code)) return Number(code);
  if (/overloaded/.test(code)) return 529;
  if (/rate_?limit|insufficient_quota|^429$/.test(code)) return 429;
  if (/invalid_?request|bad_?request|context_length|invalid_prompt|string_above_max|^400$/i.test(code)) return 400;
  if (/authentication|invalid_api_key|^401$/.test(code)) return 401;
  if (/permission|^403$/.test(code)) return 403;
  if (/not_found|^404$/.test(code)) return 404;
  return 502;
}
