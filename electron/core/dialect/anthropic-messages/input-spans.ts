import type { Json, JsonObject } from '../../../../shared/json.ts';
import { WIRE_JSON_DEPTH } from '../../text/json-members.ts';
import { scanJson } from '../../text/json-scanner.ts';
import { type RawText, readRaw } from '../../turn/raw-text.ts';

/** Exact JSON text of `messages[message].content[block].input`, whose value is `input`. */
export type InputAt = (message: number, block: number, input: Json) => string;

/** The path from the root to an input: names where a string stands, positions where a number does. */
const NAMES: readonly (string | undefined)[] = ['"messages"', undefined, '"content"', undefined, '"input"'];

/**
 * Finds the raw text of every past call's input, on the first question: big integers and escapes must survive (contract 2.4), and
 * requests whose calls nobody looks at cost nothing. A body that is what `JSON.stringify` makes of its value (most agents are
 * written in JavaScript) needs no scan: its parts are that, too. Any other body is scanned once, in linear time.
 */
export function inputSpans(body: JsonObject, rawBody: RawText): InputAt {
  let canonical: boolean | undefined;
  let spans: ReadonlyMap<string, readonly [number, number]> | undefined;
  return (message, block, input) => {
    canonical ??= JSON.stringify(body) === readRaw(rawBody);
    if (canonical) return JSON.stringify(input);
    const text = readRaw(rawBody);
    spans ??= scanInputs(text);
    const span = spans.get(`${message}/${block}`);
    return span === undefined ? JSON.stringify(input) : text.slice(span[0], span[1]);
  };
}

function scanInputs(rawBody: string): ReadonlyMap<string, readonly [number, number]> {
  const spans = new Map<string, readonly [number, number]>();
  /** For each open container on the path its next position, or -1 for an object; `matched` is how far the path fits. */
  const positions: number[] = [];
  let depth = 0;
  let matched = 0;
  let wanted = false;
  let inputStart = -1;
  const enter = (start: number): void => {
    if (depth === matched && depth > 0 && depth < 5) {
      const position = positions[depth - 1] ?? -1;
      if (position >= 0) {
        positions[depth - 1] = position + 1;
        matched = depth + 1;
      } else if (wanted) matched = depth + 1;
    } else if (depth === 0) matched = 1;
    else if (depth === 5 && matched === 5 && wanted) inputStart = start;
    wanted = false;
  };
  const keyOf = (): string => `${(positions[1] ?? 0) - 1}/${(positions[3] ?? 0) - 1}`;
  scanJson(
    rawBody,
    0,
    { maxDepth: WIRE_JSON_DEPTH },
    {
      open: (kind, start) => {
        enter(start);
        if (depth < 5) positions[depth] = kind === 'array' ? 0 : -1;
        depth += 1;
      },
      key: (start, end) => {
        const name = depth === matched && depth <= 5 ? NAMES[depth - 1] : undefined;
        wanted = name !== undefined && end - start === name.length && rawBody.startsWith(name, start);
      },
      leaf: (_kind, start, end) => {
        const before = matched;
        enter(start);
        matched = Math.min(before, matched);
        if (inputStart >= 0 && depth === 5) {
          spans.set(keyOf(), [inputStart, end]);
          inputStart = -1;
        }
      },
      close: (end) => {
        depth -= 1;
        if (inputStart >= 0 && depth === 5) {
          spans.set(keyOf(), [inputStart, end]);
          inputStart = -1;
        }
        if (matched > depth) matched = depth;
      },
    },
  );
  return spans;
}
