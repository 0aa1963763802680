import { type JsonSpan, memberOf } from '../../text/json-spans.ts';
import type { FrameEdit } from '../dialect.ts';
import { type Changes, type CurrentFrame, GONE } from './current-frame.ts';
import { endOf, fitResponse, type ResponseEnd } from './fit-response.ts';
import type { FrameScope } from './frame-scope.ts';
import { fitItem, quoted } from './item-text.ts';
import type { WireEvent } from './wire-event.ts';
import { tellItem } from './write-item-frame.ts';

/** `response.completed` and its kin: everything open is closed first, and the snapshot then says what was delivered. */
export function writeTerminal(scope: FrameScope, current: CurrentFrame, event: WireEvent, edit: FrameEdit): string | undefined {
  const response = current.span('response');
  const failed = event.type === 'response.failed' || event.type === 'response.cancelled';
  if (!failed) {
    if (settleOutput(scope, current, response, edit)) return GONE;
    scope.writer.closeOpen();
  }
  scope.view.ended = true;
  const changes: Changes = new Map();
  const end = edit.finish === undefined || failed ? undefined : changedEnd(event, edit.finish);
  const type = end === undefined ? event.type : `response.${end.status}`;
  if (type !== event.type) changes.set('type', quoted(type));
  if (response?.kind === 'object') {
    const places = new Map(current.outputs.map(({ item }, place) => [item.state.client, place]));
    const fitted = fitResponse(current.data, response, scope.view, {
      output: !failed,
      elementOf: (item) => places.get(item),
      end,
      firstUsage: scope.continuation?.firstUsage,
      identity: scope.continuation !== undefined,
    });
    if (fitted !== current.raw(response)) changes.set('response', fitted);
  }
  return scope.main(current, changes, type);
}

/** Items that only the snapshot tells of, or closes. True when the frame has more text parts to come. */
function settleOutput(scope: FrameScope, current: CurrentFrame, response: JsonSpan | undefined, edit: FrameEdit): boolean {
  const elements = memberOf(response, 'output')?.value.items ?? [];
  for (const [place, { item, streamed }] of current.outputs.entries()) {
    const span = elements[place];
    if (span === undefined || item.done || scope.hides(item, edit)) continue;
    if (item.state.client === undefined && streamed && item.added) continue;
    if (tellItem(scope, current, item, span, edit, false) && edit.text?.last === false) return true;
    item.done = true;
    const { client } = item.state;
    if (client === undefined) continue;
    scope.writer.closeParts(client);
    scope.writer.finishItem(client, fitItem(current.data, span, client));
  }
  return edit.text?.last === false;
}

function changedEnd(event: WireEvent, finish: NonNullable<FrameEdit['finish']>): ResponseEnd | undefined {
  const end = endOf(finish);
  return `response.${end.status}` === event.type ? undefined : end;
}
