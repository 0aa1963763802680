import { withMembers } from '../../text/json-members.ts';
import { type JsonSpan, memberOf } from '../../text/json-spans.ts';
import type { FrameEdit } from '../dialect.ts';
import { type CurrentFrame, GONE, type SeenItem } from './current-frame.ts';
import type { FrameScope } from './frame-scope.ts';
import { fitItem, quoted, stringAt } from './item-text.ts';
import { callKindOf } from './reply-items.ts';
import { textOf, type WireEvent } from './wire-event.ts';
import { tellRest } from './write-text-frame.ts';

/** `response.output_item.added`. */
export function writeItemAdded(scope: FrameScope, current: CurrentFrame, item: SeenItem): string | undefined {
  const span = current.span('item');
  if (item.state.client !== undefined || span === undefined) return GONE;
  const client = scope.open(item, (id) =>
    id === item.id ? current.raw(span) : withMembers(current.data, span, new Map([['id', quoted(id)]])),
  );
  return scope.main(current, client.id === item.id ? new Map() : new Map([['item', client.addedText]]));
}

/** Deltas of a call's arguments; `edit.text` is a whole run of them. */
export function writeArgumentsDelta(
  scope: FrameScope,
  current: CurrentFrame,
  event: WireEvent,
  item: SeenItem,
  edit: FrameEdit,
): string | undefined {
  const client = scope.ensure(current, item);
  if (client.done || client.argumentsDone) return GONE;
  client.arguments += edit.text?.part ?? textOf(event.body['delta']);
  return scope.main(current);
}

/** The event that repeats a call's arguments whole. */
export function writeArgumentsDone(scope: FrameScope, current: CurrentFrame, event: WireEvent, item: SeenItem): string | undefined {
  const client = scope.ensure(current, item);
  if (client.done || client.argumentsDone) return GONE;
  const member = item.type === 'custom_tool_call' ? 'input' : 'arguments';
  const whole = current.argumentText(current.root, member) ?? client.arguments;
  client.arguments = whole;
  client.argumentsDone = true;
  return scope.main(current, event.body[member] === whole ? new Map() : new Map([[member, quoted(whole)]]));
}

/** `response.output_item.done`. */
export function writeItemDone(scope: FrameScope, current: CurrentFrame, item: SeenItem, edit: FrameEdit): string | undefined {
  const span = current.span('item');
  const dropped = item.state.client === undefined && item.added;
  item.done = true;
  if (span === undefined || tellItem(scope, current, item, span, edit, dropped)) return GONE;
  const client = item.state.client;
  if (client === undefined || client.done) return GONE;
  scope.writer.closeParts(client);
  const text = fitItem(current.data, span, client);
  client.done = true;
  client.finalText = text;
  return scope.main(current, text === current.raw(span) ? new Map() : new Map([['item', text]]));
}

/**
 * Delivers what only the closing object of an item tells. `dropped`: its start was withheld for good, so that only new text brings it
 * back. True when nothing more of the frame may leave now.
 */
export function tellItem(
  scope: FrameScope,
  current: CurrentFrame,
  item: SeenItem,
  span: JsonSpan,
  edit: FrameEdit,
  dropped: boolean,
): boolean {
  if (item.type === 'message') {
    if (dropped && current.pendingText === '') return true;
    if (edit.text === undefined || edit.text.part !== '') scope.ensure(current, item, span);
    return edit.text === undefined ? tellParts(scope, current, item, span) : tellRest(scope, current, item, 0, '', edit);
  }
  const kind = callKindOf(item.type);
  if (dropped && kind !== undefined) return true;
  const client = scope.ensure(current, item, span);
  if (kind !== 'function' && kind !== 'custom') return false;
  const told = current.argumentText(span, kind === 'custom' ? 'input' : 'arguments');
  const whole = told === undefined || told === '' ? client.arguments : told;
  scope.writer.closeArguments(client, whole);
  client.arguments = whole;
  return false;
}

function tellParts(scope: FrameScope, current: CurrentFrame, item: SeenItem, span: JsonSpan): false {
  const client = item.state.client;
  if (client === undefined || client.done || current.textTaken || current.pendingText === '') return false;
  for (const [index, element] of (memberOf(span, 'content')?.value.items ?? []).entries()) {
    const value = memberOf(element, 'text')?.value;
    const type = memberOf(element, 'type')?.value;
    const whole = value === undefined ? undefined : stringAt(current.data, value);
    if (whole === undefined || type === undefined || stringAt(current.data, type) !== 'output_text') continue;
    const before = client.parts.get(index)?.text ?? '';
    if (whole.startsWith(before)) scope.writer.text(client, index, whole.slice(before.length));
  }
  return false;
}
