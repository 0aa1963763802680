import type { JsonObject } from '../../../../shared/json.ts';
import { isWholeJson } from '../../text/json-scanner.ts';
import type { Sourced } from '../../turn/turn-event.ts';
import { indexOf, objectOf, parseObject, textOf } from '../wire-values.ts';
import { rewriteEvent } from './rewrite-event.ts';
import { kindOfBlock } from './wire-types.ts';

interface Growing {
  readonly start: JsonObject;
  readonly raw: string | undefined;
  readonly pieces: string[];
  readonly signature: string[];
}

/**
 * The content blocks of a reply as history wants them back, raw JSON each: thinking with its signature, redacted thinking and
 * server-side blocks untouched, calls with an input that strict upstreams accept. The frames of pure text are not kept by the lane:
 * `text` is the reply's whole text and takes the place of the first text block (none when it is blank: the dialect refuses those).
 */
export function assembleBlocks(sources: readonly Sourced[], text: string, idFor: (place: number, id: string) => string): string[] {
  const blocks: Growing[] = [];
  const byIndex = new Map<number, Growing>();
  for (const { frame } of sources) {
    if (frame.data === undefined) continue;
    if (frame.event === 'block' && frame.raw.length === 0) blocks.push(growing(parseObject(frame.data) ?? {}, frame.data));
    else if (frame.data.includes('content_block')) take(parseObject(frame.data) ?? {}, blocks, byIndex);
  }
  const answered = new Set(blocks.map((block) => textOf(block.start['tool_use_id'])));
  const calls = { seen: 0 };
  const out: string[] = [];
  let left = text.trim() === '' ? '' : JSON.stringify({ type: 'text', text });
  for (const block of blocks) {
    const kind = kindOfBlock(block.start);
    if (kind === 'text' || (kind === 'call' && left !== '')) {
      if (left !== '') out.push(left);
      left = '';
    }
    // A server-side call whose result is not here would be refused.
    if (kind === 'server-call' && !answered.has(textOf(block.start['id']))) continue;
    out.push(textOfBlock(block, (id) => idFor(calls.seen++, id)));
  }
  if (left !== '') out.push(left);
  return out.filter((raw) => raw !== '');
}

const growing = (start: JsonObject, raw: string | undefined): Growing => ({ start, raw, pieces: [], signature: [] });

function take(value: JsonObject, blocks: Growing[], byIndex: Map<number, Growing>): void {
  if (value['type'] === 'content_block_start') {
    const block = growing(objectOf(value['content_block']) ?? {}, undefined);
    byIndex.set(indexOf(value['index']) ?? blocks.length, block);
    blocks.push(block);
    return;
  }
  if (value['type'] !== 'content_block_delta') return;
  const wanted = indexOf(value['index']);
  const block = wanted === undefined ? blocks[blocks.length - 1] : byIndex.get(wanted);
  const delta = objectOf(value['delta']) ?? {};
  block?.pieces.push(textOf(delta['text']) + textOf(delta['thinking']) + textOf(delta['partial_json']));
  block?.signature.push(textOf(delta['signature']));
}

function textOfBlock(block: Growing, nextId: (id: string) => string): string {
  const { start } = block;
  switch (kindOfBlock(start)) {
    case 'text':
      return '';
    case 'thinking': {
      if (block.raw !== undefined) return block.raw;
      const signature = textOf(start['signature']) + block.signature.join('');
      return JSON.stringify({ ...start, thinking: textOf(start['thinking']) + block.pieces.join(''), signature });
    }
    case 'call':
      return callText(block, nextId(textOf(start['id'])));
    case 'server-call': {
      if (block.raw !== undefined) return block.raw;
      const input = block.pieces.join('');
      return input === ''
        ? JSON.stringify(start)
        : rewriteEvent(JSON.stringify(start), [{ path: ['input'], raw: isWholeJson(input) ? input : '{}' }]);
    }
    case 'redacted':
    case 'other':
      return block.raw ?? JSON.stringify(start);
  }
}

function callText(block: Growing, id: string): string {
  const json = block.pieces.join('') || JSON.stringify(block.start['input'] ?? {});
  return callBlock(id, textOf(block.start['name']), json);
}

/** An input must be an object: what is none is wrapped verbatim (wire 3.6). Raw argument text is kept. */
export function callBlock(id: string, name: string, json: string): string {
  const blank = json.trim() === '';
  const input = blank ? '{}' : json.trimStart().startsWith('{') && isWholeJson(json) ? json : JSON.stringify({ INVALID_JSON: json });
  return `{"type":"tool_use","id":${JSON.stringify(id)},"name":${JSON.stringify(name || 'unknown')},"input":${input}}`;
}
