import type { Json, JsonObject } from '../../../../shared/json.ts';
import { isWholeJson } from '../../text/json-scanner.ts';
import type { Sourced } from '../../turn/turn-event.ts';
import { indexOf, objectOf, parseObject, textOf } from '../wire-values.ts';
import { kindOfBlock } from './wire-types.ts';

interface Growing {
  readonly start: JsonObject;
  readonly raw: string | undefined;
  readonly pieces: string[];
  readonly signature: string[];
  readonly citations: Json[];
}

/**
 * The content blocks of a reply as history wants them back: thinking with its signature, redacted thinking and server-side blocks
 * untouched, calls with an input that strict upstreams accept. Empty text blocks are left out: the dialect refuses them. Raw JSON each.
 */
export function assembleBlocks(sources: readonly Sourced[], idFor: (place: number, id: string) => string): string[] {
  const blocks: Growing[] = [];
  const byIndex = new Map<number, Growing>();
  for (const { frame } of sources) {
    if (frame.data === undefined) continue;
    if (frame.event === 'block' && frame.raw.length === 0) blocks.push(growing(parseObject(frame.data) ?? {}, frame.data));
    else if (frame.data.includes('content_block')) take(parseObject(frame.data) ?? {}, blocks, byIndex);
  }
  const calls = { seen: 0 };
  return blocks.map((block) => textOfBlock(block, (id) => idFor(calls.seen++, id))).filter((text) => text !== '');
}

const growing = (start: JsonObject, raw: string | undefined): Growing => ({ start, raw, pieces: [], signature: [], citations: [] });

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
  if (delta['type'] === 'citations_delta' && delta['citation'] !== undefined) block?.citations.push(delta['citation']);
}

function textOfBlock(block: Growing, nextId: (id: string) => string): string {
  const { start } = block;
  switch (kindOfBlock(start)) {
    case 'text': {
      const text = textOf(start['text']) + block.pieces.join('');
      if (text.trim() === '') return '';
      const citations = block.citations.length === 0 ? {} : { citations: block.citations };
      return block.raw ?? JSON.stringify({ ...start, text, ...citations });
    }
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
      return input === '' ? JSON.stringify(start) : JSON.stringify({ ...start, input: parseObject(input) ?? {} });
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
