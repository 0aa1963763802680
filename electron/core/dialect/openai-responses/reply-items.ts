import type { JsonObject } from '../../../../shared/json.ts';
import { type EventKind, indexOf, textOf, type WireEvent } from './wire-event.ts';

/** An output item of the reply as the upstream tells it. `key` is its ordinal: servers repeat or forget ids and indices. */
export interface ReplyItem<S> {
  readonly key: string;
  type: string;
  id: string;
  index: number | undefined;
  callId: string;
  /** `output_item.added` was seen. */
  added: boolean;
  /** `output_item.done` was seen. */
  done: boolean;
  /** The object that closed it. */
  closedAs: JsonObject | undefined;
  readonly state: S;
}

/** What was wrong with the frame's reference to its item; a codec can mend each of them. */
export type ItemOddity =
  | 'output-index-missing'
  | 'output-index-repeated'
  | 'item-id-missing'
  | 'item-id-differs'
  | 'item-added-twice'
  | 'item-done-twice'
  | 'item-missing'
  | 'item-not-added';

/**
 * Finds the item that an event is about. Decoder and encoder each run one over all frames in order, so both name an item alike.
 * `make` builds what the owner keeps per item.
 */
export class ReplyItems<S> {
  readonly all: ReplyItem<S>[] = [];
  private readonly byIndex = new Map<number, ReplyItem<S>>();
  private readonly byId = new Map<string, ReplyItem<S>>();
  private last: ReplyItem<S> | undefined;
  private readonly make: () => S;

  constructor(make: () => S) {
    this.make = make;
  }

  /** The item of an event that belongs to one; undefined for other events. Appends what was odd to `oddities`. */
  of(event: WireEvent, oddities: ItemOddity[]): ReplyItem<S> | undefined {
    const { body, kind } = event;
    const index = indexOf(body['output_index']);
    const id = textOf(body['item_id']);
    if (kind === 'item-added') return this.added(body, index, oddities);
    if (kind === 'item-done' && this.isRepeat(body, index)) return void oddities.push('item-done-twice');
    const recent = this.last;
    if (recent !== undefined && index !== undefined && recent.index === index && recent.id === id) return recent;
    if (!belongsToItem(kind) && index === undefined && id === '') return undefined;
    const item = kind === 'item-done' ? this.doneItem(event, index) : this.find(index, id, event);
    if (item === undefined) {
      if (!belongsToItem(kind)) return undefined;
      oddities.push('item-not-added');
      const object = itemOf(body);
      const made = this.create(
        textOf(object?.['type']) || typeFor(event),
        textOf(object?.['id']) || id,
        index,
        textOf(object?.['call_id']),
      );
      if (kind === 'item-done') made.closedAs = object;
      return made;
    }
    if (kind !== 'item-done' && id !== item.id && item.id !== '' && belongsToItem(kind))
      oddities.push(id === '' ? 'item-id-missing' : 'item-id-differs');
    if (index === undefined && belongsToItem(kind)) oddities.push('output-index-missing');
    if (kind === 'item-done') item.closedAs ??= itemOf(body);
    this.last = item;
    return item;
  }

  /** The items that the terminal event's `output` repeats, in its order; new ones for what was never streamed. */
  ofTerminal(output: readonly JsonObject[]): readonly { readonly item: ReplyItem<S>; readonly streamed: boolean }[] {
    const taken = new Set<ReplyItem<S>>();
    const free = (item: ReplyItem<S> | undefined, type: string): item is ReplyItem<S> =>
      item !== undefined && item.type === type && !taken.has(item);
    return output.map((element, place) => {
      const type = textOf(element['type']);
      const id = textOf(element['id']);
      const callId = textOf(element['call_id']);
      const named = id === '' ? undefined : this.byId.get(id);
      let item = free(named, type) ? named : undefined;
      if (callId !== '') item ??= this.all.find((other) => free(other, type) && (other.callId === callId || other.callId === ''));
      else item ??= this.all.find((other) => free(other, type));
      const streamed = item !== undefined;
      item ??= this.create(type, id, this.byIndex.has(place) ? undefined : place, callId);
      taken.add(item);
      return { item, streamed };
    });
  }

  private added(body: JsonObject, index: number | undefined, oddities: ItemOddity[]): ReplyItem<S> | undefined {
    const object = itemOf(body);
    const type = textOf(object?.['type']);
    // What it starts is told by the events behind it.
    if (object === undefined || type === '') return void oddities.push('item-missing');
    const id = textOf(object['id']);
    const same = (id === '' ? undefined : this.byId.get(id)) ?? this.implied(type, index);
    if (same !== undefined && same.type === type && same.index === index && !same.done) {
      oddities.push('item-added-twice');
      same.added = true;
      return same;
    }
    if (id === '') oddities.push('item-id-missing');
    if (index === undefined) oddities.push('output-index-missing');
    else if (this.byIndex.has(index)) oddities.push('output-index-repeated');
    const item = this.create(type, id, index, textOf(object['call_id']));
    item.added = true;
    return item;
  }

  /** An item that was told of before its own `added`. */
  private implied(type: string, index: number | undefined): ReplyItem<S> | undefined {
    const placed = index === undefined ? undefined : this.byIndex.get(index);
    return placed !== undefined && !placed.added && placed.type === type ? placed : undefined;
  }

  /**
   * The same closing event once more, in all that tells two items apart: agents run a call at each, and one said twice is one call
   * (contract 2.4). Two calls that only look alike have ids of their own.
   */
  private isRepeat(body: JsonObject, index: number | undefined): boolean {
    const object = itemOf(body);
    const id = textOf(object?.['id']);
    const closed = id === '' ? undefined : this.byId.get(id);
    if (object === undefined || closed?.closedAs === undefined || closed.index !== index) return false;
    const before = closed.closedAs;
    const members = new Set([...Object.keys(object), ...Object.keys(before)]);
    return [...members].every((name) => name === 'status' || JSON.stringify(object[name]) === JSON.stringify(before[name]));
  }

  private doneItem(event: WireEvent, index: number | undefined): ReplyItem<S> | undefined {
    const object = itemOf(event.body);
    const id = textOf(object?.['id']);
    const type = textOf(object?.['type']);
    const found = this.find(index, id, event);
    return found !== undefined && found.type === type && !found.done
      ? found
      : this.all.findLast((item) => item.type === type && !item.done && item.id === id && id !== '');
  }

  private find(index: number | undefined, id: string, event: WireEvent): ReplyItem<S> | undefined {
    const placed = index === undefined ? undefined : this.byIndex.get(index);
    if (placed !== undefined && placed.id === id) return placed;
    const named = id === '' ? undefined : this.byId.get(id);
    if (named !== undefined) return named;
    if (placed !== undefined) return placed;
    if (index !== undefined || id !== '' || !belongsToItem(event.kind)) return undefined;
    const type = textOf(itemOf(event.body)?.['type']) || typeFor(event);
    return this.all.findLast((item) => item.type === type && !item.done);
  }

  private create(type: string, id: string, index: number | undefined, callId: string): ReplyItem<S> {
    const item: ReplyItem<S> = {
      key: String(this.all.length),
      type,
      id,
      index,
      callId,
      added: false,
      done: false,
      closedAs: undefined,
      state: this.make(),
    };
    this.all.push(item);
    if (index !== undefined) this.byIndex.set(index, item);
    if (id !== '') this.byId.set(id, item);
    this.last = item;
    return item;
  }
}

const itemOf = (body: JsonObject): JsonObject | undefined => {
  const item = body['item'];
  return typeof item === 'object' && item !== null && !Array.isArray(item) ? (item as JsonObject) : undefined;
};

/** Events that make no sense without an item. */
function belongsToItem(kind: EventKind): boolean {
  return kind !== 'opening' && kind !== 'terminal' && kind !== 'error' && kind !== 'other';
}

function typeFor(event: WireEvent): string {
  if (event.type.startsWith('response.custom_tool_call_input')) return 'custom_tool_call';
  if (event.type.startsWith('response.mcp_call_arguments')) return 'mcp_call';
  if (event.kind === 'arguments-delta' || event.kind === 'arguments-done') return 'function_call';
  if (event.kind === 'reasoning-delta' || event.kind === 'reasoning-part') return 'reasoning';
  return 'message';
}

/** How a call item is treated (contract 2.5.0); undefined for items that are no call. */
export function callKindOf(type: string): 'function' | 'custom' | 'server' | undefined {
  if (type === 'function_call') return 'function';
  if (type === 'custom_tool_call') return 'custom';
  return type.endsWith('_call') ? 'server' : undefined;
}
