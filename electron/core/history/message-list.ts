import type { Json } from '../../../shared/json.ts';
import { WIRE_JSON_DEPTH, withMembers } from '../text/json-members.ts';
import { type JsonSpan, parseWithSpans } from '../text/json-spans.ts';
import { listSpans, type ListSpans } from '../text/list-spans.ts';
import { spliceText, type TextEdit } from '../text/splice-text.ts';
import { type RawText, readRaw } from '../turn/raw-text.ts';
import type { NodeRef } from './history-node.ts';

/**
 * The list of messages of one request body with changes beside it: entries replaced, dropped, or put behind others. What nothing touches
 * keeps its bytes; without changes the very same text comes back. Entries are read only when they are asked for.
 */
export class MessageList {
  private readonly source: RawText;
  private readonly key: string;
  private readonly values: readonly Json[];
  private spans: ListSpans | undefined;
  private readonly replaced = new Map<number, string>();
  private readonly dropped = new Set<number>();
  private readonly behind = new Map<number, (string | undefined)[]>();
  private readonly members = new Set<string>();

  /** `values` is the parsed list that stands under `key` in the text. */
  constructor(source: RawText, key: string, values: readonly Json[]) {
    this.source = source;
    this.key = key;
    this.values = values;
  }

  /** Entries that the agent sent. */
  get length(): number {
    return this.values.length;
  }

  get changed(): boolean {
    return this.replaced.size + this.dropped.size + this.behind.size + this.members.size > 0;
  }

  /** The parsed entry; undefined when it was dropped or never was. */
  value(ref: NodeRef): Json | undefined {
    if (ref.extra === 0 && !this.dropped.has(ref.at) && !this.replaced.has(ref.at)) return this.values[ref.at];
    const raw = this.kept(ref);
    return raw === undefined ? undefined : (JSON.parse(raw) as Json);
  }

  /** The parsed entry as the agent sent it, whatever was changed since; undefined for one that was put in. */
  sent({ at, extra }: NodeRef): Json | undefined {
    return extra === 0 ? this.values[at] : undefined;
  }

  /** The exact text of an entry as the agent sent it or as it was changed. It must exist. */
  raw(ref: NodeRef): string {
    const raw = this.kept(ref) ?? (ref.extra === 0 && !this.dropped.has(ref.at) ? this.original(ref.at) : undefined);
    if (raw === undefined) throw new RangeError(`no entry at ${ref.at}+${ref.extra}`);
    return raw;
  }

  /** All entries that stand now, from the agent's entry `from` on, in order. */
  *refs(from = -1): Generator<NodeRef> {
    for (let at = Math.max(from, -1); at < this.values.length; at += 1) {
      if (at >= 0 && !this.dropped.has(at)) yield { at, extra: 0 };
      for (const [index, raw] of (this.behind.get(at) ?? []).entries()) if (raw !== undefined) yield { at, extra: index + 1 };
    }
  }

  next(ref: NodeRef): NodeRef | undefined {
    for (const other of this.refs(ref.at)) if (other.at > ref.at || other.extra > ref.extra) return other;
    return undefined;
  }

  previous(ref: NodeRef): NodeRef | undefined {
    for (let at = ref.at; at >= -1; at -= 1) {
      const extras = this.behind.get(at) ?? [];
      for (let extra = at === ref.at ? ref.extra - 1 : extras.length; extra > 0; extra -= 1) {
        if (extras[extra - 1] !== undefined) return { at, extra };
      }
      if (at >= 0 && (at < ref.at || ref.extra > 0) && !this.dropped.has(at)) return { at, extra: 0 };
    }
    return undefined;
  }

  replace(ref: NodeRef, raw: string): void {
    if (ref.extra === 0) this.replaced.set(ref.at, raw);
    else this.extras(ref.at)[ref.extra - 1] = raw;
  }

  drop(ref: NodeRef): void {
    if (ref.extra > 0) this.extras(ref.at)[ref.extra - 1] = undefined;
    else {
      this.dropped.add(ref.at);
      this.replaced.delete(ref.at);
    }
  }

  /** Behind everything that was put behind the agent's entry `at` before. */
  insertBehind(at: number, raw: string): void {
    this.extras(at).push(raw);
  }

  dropMembers(names: readonly string[]): void {
    for (const name of names) this.members.add(name);
  }

  /** Remembers the state; the answer brings it back. */
  checkpoint(): () => void {
    const replaced = [...this.replaced];
    const dropped = [...this.dropped];
    const behind = [...this.behind].map(([at, extras]): [number, (string | undefined)[]] => [at, [...extras]]);
    const members = [...this.members];
    return () => {
      refill(this.replaced, replaced);
      refill(this.behind, behind);
      this.dropped.clear();
      for (const at of dropped) this.dropped.add(at);
      this.members.clear();
      for (const name of members) this.members.add(name);
    };
  }

  private get text(): string {
    return readRaw(this.source);
  }

  /** The whole body. */
  write(): string {
    const listed = this.replaced.size + this.dropped.size + this.behind.size > 0 ? spliceText(this.text, this.edits()) : this.text;
    if (this.members.size === 0) return listed;
    const root = parseWithSpans(listed, 0, { maxDepth: WIRE_JSON_DEPTH });
    if (!root.ok) throw new RangeError('the changed body is no JSON');
    const changed = withMembers(listed, root.value.root, new Map([...this.members].map((name) => [name, undefined])));
    return listed.slice(0, root.value.root.start) + changed + listed.slice(root.value.root.end);
  }

  private edits(): TextEdit[] {
    const { items, start } = this.listSpans();
    const edits: TextEdit[] = [];
    for (const [at, text] of this.replaced) {
      const span = spanOf(items, at);
      edits.push({ start: span.start, end: span.end, text });
    }
    const leading = this.leadingDropped();
    for (const at of this.dropped) {
      if (at >= leading) edits.push({ start: spanOf(items, at - 1).end, end: spanOf(items, at).end, text: '' });
    }
    // What stands before the first kept entry carries its comma behind it, all other inserts before them.
    const front: string[] = [];
    for (const [at, extras] of [...this.behind].sort(([a], [b]) => a - b)) {
      const texts = extras.filter((text) => text !== undefined);
      if (at < leading) front.push(...texts);
      else if (texts.length > 0) edits.push({ start: spanOf(items, at).end, end: spanOf(items, at).end, text: `,${texts.join(',')}` });
    }
    if (leading === 0 && front.length === 0) return edits;
    const from = items[0]?.start ?? start;
    const to = leading < items.length ? spanOf(items, leading).start : (items[items.length - 1]?.end ?? start);
    const glue = leading < items.length && front.length > 0 ? ',' : '';
    edits.push({ start: from, end: to, text: front.join(',') + glue });
    return edits;
  }

  /** How many entries at the beginning are gone. */
  private leadingDropped(): number {
    let at = 0;
    while (this.dropped.has(at)) at += 1;
    return at;
  }

  private kept(ref: NodeRef): string | undefined {
    return ref.extra === 0 ? this.replaced.get(ref.at) : this.behind.get(ref.at)?.[ref.extra - 1];
  }

  private original(at: number): string | undefined {
    const span = this.listSpans().items[at];
    return span === undefined ? undefined : this.text.slice(span.start, span.end);
  }

  private listSpans(): ListSpans {
    this.spans ??= listSpans(this.text, this.key);
    if (this.spans === undefined || this.spans.items.length !== this.values.length) throw new RangeError(`no list ${this.key} in the body`);
    return this.spans;
  }

  private extras(at: number): (string | undefined)[] {
    const known = this.behind.get(at);
    if (known !== undefined) return known;
    const made: (string | undefined)[] = [];
    this.behind.set(at, made);
    return made;
  }
}

function spanOf(items: ListSpans['items'], at: number): ListSpans['items'][number] {
  const span = items[at];
  if (span === undefined) throw new RangeError(`no entry ${at}`);
  return span;
}

function refill<K, V>(map: Map<K, V>, entries: readonly (readonly [K, V])[]): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}

/** The spans of one entry. Its text is well formed. */
export function spansOf(raw: string): JsonSpan {
  const parsed = parseWithSpans(raw, 0, { maxDepth: WIRE_JSON_DEPTH });
  if (!parsed.ok) throw new RangeError('an entry is no JSON');
  return parsed.value.root;
}
