import type { JsonObject } from '../../../../shared/json.ts';
import { JsonBalance } from '../../text/json-balance.ts';
import type { TurnEvent } from '../../turn/turn-event.ts';
import { objectOf, textOf } from '../wire-values.ts';

interface OpenCall {
  readonly key: string;
  /** Its index as it should be. */
  readonly place: number;
  readonly kind: 'function' | 'custom';
  readonly balance: JsonBalance;
  readonly told: Set<string>;
  id: string;
  name: string;
  arguments: string;
  /** A finish came after the call's last delta. */
  finished: boolean;
  ended: boolean;
}

/** Raw JSON text of an entry's arguments that are no string; asked for only where it happens. */
export type RawArguments = () => string;

/**
 * The calls of one choice while they stream. Pairs each `tool_calls` entry with its call, whatever the server does with index, id and
 * name. Every entry yields exactly one `call-delta` (perhaps empty) as its last event, so that the n-th call-delta of a choice in a
 * frame is the n-th entry: the encoder relies on it. Where a client would misread the entry as it came, there is an `oddity`: without
 * a key when the encoder can mend this frame in place (index, repeated ids and names: further members such as thought signatures
 * stay), with the call's key when the call has to be written anew. A frame without oddity has the call's place as index.
 */
export class ChoiceCalls {
  readonly #choice: number;
  readonly #calls: OpenCall[] = [];
  readonly #byIndex = new Map<number, OpenCall>();
  readonly #ids = new Set<string>();
  #legacy: OpenCall | undefined;

  constructor(choice: number) {
    this.#choice = choice;
  }

  entry(entry: JsonObject, raw: RawArguments, events: TurnEvent[]): void {
    const custom = objectOf(entry['custom']);
    const inner = custom ?? objectOf(entry['function']) ?? {};
    const id = textOf(entry['id']);
    const name = textOf(inner['name']);
    const wanted = Number.isInteger(entry['index']) ? (entry['index'] as number) : undefined;
    const found = wanted === undefined ? this.#withoutIndex(id, name) : this.#atIndex(wanted, id, name);
    const call = found ?? this.#start(custom !== undefined || entry['type'] === 'custom' ? 'custom' : 'function', wanted, id, name, events);
    if (found !== undefined) this.#continue(call, entry, inner, events);
    if (wanted === undefined) this.#mendable('index-missing', events);
    else if (wanted !== call.place) this.#mendable('index-wrong', events);
    const value = inner[custom === undefined ? 'arguments' : 'input'];
    if (typeof value === 'string' || value === undefined || value === null) this.#delta(call, textOf(value), events);
    else {
      this.#odd(call, 'arguments-not-string', events);
      this.#delta(call, raw(), events);
    }
  }

  /** Legacy `function_call`: one nameless-id call per choice. */
  legacy(delta: JsonObject, raw: RawArguments, events: TurnEvent[]): void {
    const name = textOf(delta['name']);
    if (this.#legacy === undefined) {
      this.#legacy = openCall(`${this.#choice}/legacy`, 0, 'function', '', name);
      events.push({ type: 'call-start', choice: this.#choice, key: this.#legacy.key, id: '', name, kind: 'function' });
    } else if (isPiece(name, this.#legacy)) this.#rename(this.#legacy, name, events);
    const value = delta['arguments'];
    const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : raw();
    this.#delta(this.#legacy, text, events);
  }

  /** A finish reason came: calls whose brackets are closed end here; others may still go on (some servers finish after every chunk). */
  finish(events: TurnEvent[]): void {
    for (const call of this.#all) {
      call.finished = true;
      if (call.balance.closed(call.arguments)) this.#end(call, events);
    }
  }

  /** The terminator or the upstream's end: what a finish closed, and what is balanced. */
  close(events: TurnEvent[]): void {
    for (const call of this.#all) if (call.finished || call.balance.closed(call.arguments)) this.#end(call, events);
  }

  /**
   * A used index begins a new call only with a name that is new or has a new id, once the current arguments are closed, or none came and
   * both are new; without name and id it always continues, on the last call when the index is unknown.
   */
  #atIndex(index: number, id: string, name: string): OpenCall | undefined {
    const current = this.#byIndex.get(index);
    if (current === undefined) return id === '' && name === '' && this.#last?.finished === false ? this.#openLast() : undefined;
    if (current.id === '' && current.name === '') return current;
    const newId = id !== '' && id !== current.id;
    const newName = current.name !== '' && name !== current.name;
    const fresh =
      current.arguments === '' ? newId && current.id !== '' && newName : (newId || newName) && current.balance.closed(current.arguments);
    return name !== '' && fresh ? undefined : current;
  }

  #withoutIndex(id: string, name: string): OpenCall | undefined {
    const last = this.#last;
    if (last === undefined) return undefined;
    const known = id === '' ? undefined : this.#calls.find((call) => call.id === id);
    if (known !== undefined) return known;
    if (name === '') return last;
    const growing = last.arguments !== '' && !last.balance.closed(last.arguments);
    return growing && last.name === name ? last : undefined;
  }

  get #all(): readonly OpenCall[] {
    return this.#legacy === undefined ? this.#calls : [...this.#calls, this.#legacy];
  }

  get #last(): OpenCall | undefined {
    return this.#calls[this.#calls.length - 1];
  }

  #openLast(): OpenCall | undefined {
    const last = this.#last;
    return last !== undefined && !last.balance.closed(last.arguments) ? last : undefined;
  }

  #start(kind: OpenCall['kind'], wanted: number | undefined, id: string, name: string, events: TurnEvent[]): OpenCall {
    for (const former of this.#calls) if (former.balance.closed(former.arguments)) this.#end(former, events);
    const place = this.#calls.length;
    const call = openCall(`${this.#choice}/${place}`, place, kind, id, name);
    this.#calls.push(call);
    if (wanted !== undefined || !this.#byIndex.has(place)) this.#byIndex.set(wanted ?? place, call);
    events.push({ type: 'call-start', choice: this.#choice, key: call.key, id, name, kind });
    if (id === '') this.#odd(call, 'id-missing', events);
    else if (this.#ids.has(id)) this.#odd(call, 'id-duplicate', events);
    if (name === '') this.#odd(call, 'name-missing', events);
    this.#ids.add(id);
    return call;
  }

  /**
   * The first id and name count; a later one fills a gap, and a repeated or other one only troubles clients that append. Only in front of
   * the arguments another name is a further piece of it: the first alone could be that of another tool.
   */
  #continue(call: OpenCall, entry: JsonObject, inner: JsonObject, events: TurnEvent[]): void {
    const id = textOf(entry['id']);
    const name = textOf(inner['name']);
    if (entry['id'] === '') this.#mendable('id-empty', events);
    else if (id !== '' && call.id !== '' && id !== call.id) this.#mendable('id-changed', events);
    if (inner['name'] === '') this.#mendable('name-empty', events);
    else if (isPiece(name, call)) this.#rename(call, name, events);
    else if (name !== '' && call.name !== '') this.#mendable('name-repeated', events);
    if ((id === '' || call.id !== '') && (name === '' || call.name !== '')) return;
    call.id ||= id;
    call.name ||= name;
    this.#ids.add(call.id);
    events.push({ type: 'call-named', choice: this.#choice, key: call.key, id: call.id, name: call.name });
  }

  #rename(call: OpenCall, piece: string, events: TurnEvent[]): void {
    call.name = piece.startsWith(call.name) ? piece : call.name + piece;
    this.#odd(call, 'name-in-pieces', events);
    events.push({ type: 'call-named', choice: this.#choice, key: call.key, id: call.id, name: call.name });
  }

  #delta(call: OpenCall, text: string, events: TurnEvent[]): void {
    call.arguments += text;
    if (text !== '') {
      if (call.finished) this.#odd(call, 'delta-after-finish', events);
      call.finished = false;
      call.ended = false;
    }
    events.push({ type: 'call-delta', choice: this.#choice, key: call.key, text });
  }

  #end(call: OpenCall, events: TurnEvent[]): void {
    if (call.ended) return;
    call.ended = true;
    events.push({ type: 'call-end', choice: this.#choice, key: call.key, arguments: undefined });
  }

  #mendable(change: string, events: TurnEvent[]): void {
    events.push({ type: 'oddity', change, choice: this.#choice, key: undefined });
  }

  /** Each kind once a call. */
  #odd(call: OpenCall, change: string, events: TurnEvent[]): void {
    if (call.told.has(change)) return;
    call.told.add(change);
    events.push({ type: 'oddity', change, choice: this.#choice, key: call.key });
  }
}

/** A name that came in several pieces: another one in front of all arguments. */
const isPiece = (name: string, call: OpenCall): boolean => name !== '' && call.name !== '' && name !== call.name && call.arguments === '';

const openCall = (key: string, place: number, kind: OpenCall['kind'], id: string, name: string): OpenCall => ({
  key,
  place,
  kind,
  balance: new JsonBalance(),
  told: new Set<string>(),
  id,
  name,
  arguments: '',
  finished: false,
  ended: false,
});
