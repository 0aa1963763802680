import type { Json } from '../../../shared/json.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { type JsonContainerKind, type JsonLeafKind, type JsonScanLimits, scanJson } from './json-scanner.ts';

/** Where one value stands in its text. `members` for objects, in text order with duplicates; `items` for arrays. */
export interface JsonSpan {
  readonly kind: JsonContainerKind | JsonLeafKind;
  readonly start: number;
  readonly end: number;
  readonly members: readonly JsonMember[];
  readonly items: readonly JsonSpan[];
}

/** `keyStart` is the opening quote of the name, so that `keyStart … value.end` is the whole member. */
export interface JsonMember {
  readonly key: string;
  readonly keyStart: number;
  readonly value: JsonSpan;
}

export type JsonPath = readonly (string | number)[];

export interface SpannedJson {
  readonly value: Json;
  readonly root: JsonSpan;
  /** The path of every member whose name its object has already used: `value` keeps the last one, a strict reader refuses. */
  readonly duplicates: readonly JsonPath[];
}

export type SpanFault = { readonly code: 'incomplete' } | { readonly code: 'invalid'; readonly at: number; readonly detail: string };

/** Parses one value from `start` and keeps where each part stands. What follows the value is not looked at: see `root.end`. */
export function parseWithSpans(text: string, start = 0, limits?: JsonScanLimits): Result<SpannedJson, SpanFault> {
  const duplicates: JsonPath[] = [];
  const stack: Growing[] = [];
  let root: Growing | undefined;
  const add = (kind: JsonSpan['kind'], from: number, end: number): Growing => {
    const parent = stack[stack.length - 1];
    const span: Growing = { kind, start: from, end, members: NONE, items: NONE, names: undefined, step: undefined, key: undefined };
    if (parent === undefined) root = span;
    else if (parent.kind === 'array') {
      span.step = parent.items.length;
      parent.items.push(span);
    } else if (parent.key !== undefined) {
      span.step = parent.key.key;
      parent.members.push({ ...parent.key, value: span });
    }
    return span;
  };
  const scan = scanJson(text, start, limits, {
    open: (kind, from) => {
      const span = add(kind, from, from);
      if (kind === 'object') {
        span.members = [];
        span.names = new Set();
      } else span.items = [];
      stack.push(span);
    },
    key: (from, end) => {
      const object = stack[stack.length - 1];
      if (object?.names === undefined) return;
      const key = stringOf(text, from, end);
      if (object.names.has(key)) duplicates.push([...stack.slice(1).map((span) => span.step ?? ''), key]);
      object.names.add(key);
      object.key = { key, keyStart: from };
    },
    leaf: add,
    close: (end) => {
      const span = stack.pop();
      if (span !== undefined) span.end = end;
    },
  });
  if (scan.status === 'incomplete') return fail({ code: 'incomplete' });
  if (scan.status === 'invalid') return fail({ code: 'invalid', at: scan.at, detail: scan.detail });
  if (root === undefined) return fail({ code: 'incomplete' });
  return ok({ value: JSON.parse(text.slice(scan.start, scan.end)) as Json, root, duplicates });
}

/** The span of an object's member; with duplicates the last one, which is also the one `JSON.parse` keeps. */
export function memberOf(span: JsonSpan | undefined, key: string): JsonMember | undefined {
  return span?.members.findLast((member) => member.key === key);
}

/** The span at a path of member names and array indices; undefined where there is none. */
export function spanAt(root: JsonSpan, path: JsonPath): JsonSpan | undefined {
  let span: JsonSpan | undefined = root;
  for (const step of path) span = typeof step === 'number' ? span?.items[step] : memberOf(span, step)?.value;
  return span;
}

/** The exact text of a span. */
export const rawOf = (text: string, span: JsonSpan): string => text.slice(span.start, span.end);

interface Growing {
  kind: JsonSpan['kind'];
  start: number;
  end: number;
  members: JsonMember[];
  items: Growing[];
  names: Set<string> | undefined;
  step: string | number | undefined;
  key: { readonly key: string; readonly keyStart: number } | undefined;
}

const NONE: never[] = [];

function stringOf(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : inner;
}
