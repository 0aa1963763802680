import type { GatewayError } from '../dialect.ts';
import { type ToldError, UNSAID } from '../told-error.ts';
import type { ClientReply } from './client-reply.ts';
import type { ResponseEnd } from './fit-response.ts';
import { changed, finishedItem, itemSoFar, objectText, quoted } from './item-text.ts';

/** The `response` of a `response.failed` that Signalbox writes. The code says to agents whether to try again (errors.md, wire 3.5). */
export const failedResponse = (view: ClientReply, error: GatewayError): string => failed(view, errorText(error));

/** The same for an error of the upstream that came in another shape: its own words and code. */
export const failedWith = (view: ClientReply, told: ToldError | undefined): string =>
  failed(
    view,
    objectText([
      ['code', quoted(/^\d*$/.test(told?.code ?? '') ? 'server_error' : (told?.code ?? ''))],
      ['message', quoted(told?.message || UNSAID)],
    ]),
  );

const failed = (view: ClientReply, error: string): string =>
  changed(
    view.responseText ?? '{}',
    new Map([
      ['status', '"failed"'],
      ['error', error],
      ['output', outputText(view)],
    ]),
  );

const errorText = (error: GatewayError): string =>
  objectText([
    ['code', quoted(error.retryable ? 'server_error' : 'invalid_prompt')],
    ['message', quoted(error.message)],
    ['type', quoted(error.code)],
  ]);

/** The `response` of a terminal event that the upstream did not send: what was opened, with what was delivered. */
export function finishedResponse(view: ClientReply, end: ResponseEnd): string {
  const changes = new Map([
    ['status', quoted(end.status)],
    ['output', outputText(view)],
  ]);
  if (end.reason !== undefined) changes.set('incomplete_details', objectText([['reason', quoted(end.reason)]]));
  return changed(view.responseText ?? '{}', changes);
}

/**
 * The `response` of a repeated `response.in_progress`. Its output is what has left so far: the openai SDK replaces its whole snapshot
 * with it and throws on a later delta whose item is not there.
 */
export const responseSoFar = (view: ClientReply): string =>
  changed(view.responseText ?? '{}', new Map([['output', `[${view.items.map(itemSoFar).join(',')}]`]]));

const outputText = (view: ClientReply): string =>
  `[${view.items
    .filter((item) => item.done || (item.type === 'message' && item.parts.size > 0))
    .map((item) => item.finalText ?? finishedItem(item))
    .join(',')}]`;
