import type { JsonObject } from '../../../../shared/json.ts';
import { withMembers } from '../../text/json-members.ts';
import type { FrameEdit } from '../dialect.ts';
import type { ClientPart } from './client-reply.ts';
import { type Changes, type CurrentFrame, GONE, type SeenItem } from './current-frame.ts';
import type { FrameScope } from './frame-scope.ts';
import { quoted, textChanges } from './item-text.ts';
import { indexOf, objectOf, reasoningPart, textOf, type WireEvent } from './wire-event.ts';

/** `response.content_part.added`. */
export function writePartAdded(scope: FrameScope, current: CurrentFrame, event: WireEvent, item: SeenItem): string | undefined {
  const client = scope.ensure(current, item);
  if (client.done) return GONE;
  const part = objectOf(event.body['part']);
  if (item.type === 'reasoning') client.reasoning.set(reasoningPart(event), textOf(part?.['text']));
  if (item.type !== 'message') return scope.main(current);
  const index = indexOf(event.body['content_index']) ?? 0;
  if (client.parts.get(index)?.added) return GONE;
  const span = part?.['type'] === 'output_text' ? undefined : current.span('part');
  client.parts.set(index, {
    text: textOf(part?.['text']),
    other: span && current.raw(span),
    added: true,
    textDone: false,
    partDone: false,
  });
  return scope.main(current);
}

/** `response.output_text.delta`, whole or the part that leaves now. */
export function writeTextDelta(
  scope: FrameScope,
  current: CurrentFrame,
  event: WireEvent,
  item: SeenItem,
  edit: FrameEdit,
): string | undefined {
  const whole = textOf(event.body['delta']);
  const text = edit.text?.part ?? whole;
  if (text === '' && whole !== '') return GONE;
  let client = scope.ensure(current, item);
  const given = indexOf(event.body['content_index']);
  const index = given ?? 0;
  // Its item was closed before a call: the text goes on in a new one.
  if (client.done || client.parts.get(index)?.textDone) client = item.state.client = scope.writer.addMessage();
  scope.writer.part(client, index).text += text;
  const changes: Changes = new Map();
  if (text !== whole) {
    changes.set('delta', quoted(text));
    if (event.body['logprobs'] !== undefined) changes.set('logprobs', '[]');
  }
  if (given === undefined) changes.set('content_index', String(index));
  return scope.main(current, changes);
}

/** `response.output_text.done` and `response.content_part.done`: both repeat the part's text. */
export function writeTextClosing(
  scope: FrameScope,
  current: CurrentFrame,
  event: WireEvent,
  item: SeenItem,
  edit: FrameEdit,
): string | undefined {
  const index = indexOf(event.body['content_index']) ?? 0;
  const isPart = event.kind === 'part-done';
  const told = isPart ? objectOf(event.body['part']) : event.body;
  if (item.type !== 'message' || (isPart && told?.['type'] !== 'output_text')) return writeOtherFrame(scope, current, item);
  if (tellRest(scope, current, item, index, textOf(told?.['text']), edit)) return GONE;
  const client = item.state.client;
  const part = client?.parts.get(index);
  if (client === undefined || part === undefined || client.done || (isPart ? part.partDone : part.textDone)) return GONE;
  if (isPart) scope.writer.closeText(client, index, part);
  if (isPart) part.partDone = true;
  else part.textDone = true;
  return scope.main(current, partChanges(current, told, part, isPart));
}

/** Reasoning is never changed (contract 2.2); its text is kept for what a keep-alive must repeat. */
export function writeReasoning(
  scope: FrameScope,
  current: CurrentFrame,
  event: WireEvent,
  item: SeenItem,
  edit: FrameEdit,
): string | undefined {
  const { client } = item.state;
  const part = reasoningPart(event);
  if (client !== undefined)
    client.reasoning.set(part, (client.reasoning.get(part) ?? '') + (edit.text?.part ?? textOf(event.body['delta'])));
  return writeOtherFrame(scope, current, item);
}

/** Any other event of an item: it only refers to it. */
export function writeOtherFrame(scope: FrameScope, current: CurrentFrame, item: SeenItem): string | undefined {
  if (item.state.client === undefined && item.added) return GONE;
  return scope.ensure(current, item).done ? GONE : scope.main(current);
}

/**
 * Text that only this closing frame tells gets its delta: some clients show nothing else.
 * True when the frame has more parts to come and must not leave yet.
 */
export function tellRest(scope: FrameScope, current: CurrentFrame, item: SeenItem, index: number, whole: string, edit: FrameEdit): boolean {
  if (edit.text !== undefined) {
    current.textTaken = true;
    if (edit.text.part !== '') scope.writer.text(scope.ensure(current, item), index, edit.text.part);
    return !edit.text.last;
  }
  if (current.textTaken || current.pendingText === '') return false;
  const client = scope.ensure(current, item);
  const { text } = scope.writer.part(client, index);
  if (whole.startsWith(text)) scope.writer.text(client, index, whole.slice(text.length));
  return false;
}

function partChanges(current: CurrentFrame, told: JsonObject | undefined, part: ClientPart, isPart: boolean): Changes {
  const span = isPart ? current.span('part') : current.root;
  if (told?.['text'] === part.text || span === undefined) return new Map();
  const changes = textChanges(span, part.text);
  return isPart ? new Map([['part', withMembers(current.data, span, changes)]]) : changes;
}
