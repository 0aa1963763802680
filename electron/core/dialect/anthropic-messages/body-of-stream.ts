import type { Json, JsonObject } from '../../../../shared/json.ts';
import { WIRE_JSON_DEPTH, withMembers } from '../../text/json-members.ts';
import { parseWithSpans } from '../../text/json-spans.ts';
import { countOf, listOf, objectOf, parseObject, textOf } from '../wire-values.ts';

interface Block {
  readonly content: Map<string, Json>;
  readonly json: string[];
}

/** The JSON body that a finished stream stands for: blocks put together; the input of a call keeps the text that came. */
export function bodyOfStream(data: readonly string[]): string | undefined {
  let message: JsonObject | undefined;
  const blocks = new Map<number, Block>();
  for (const event of data.map(parseObject)) {
    if (event === undefined) continue;
    const index = countOf(event['index']) ?? 0;
    switch (textOf(event['type'])) {
      case 'message_start':
        message = objectOf(event['message']);
        break;
      case 'content_block_start':
        blocks.set(index, { content: new Map(entriesOf(objectOf(event['content_block']))), json: [] });
        break;
      case 'content_block_delta':
        takeDelta(objectOf(event['delta']) ?? {}, blocks.get(index));
        break;
      case 'message_delta':
        message = { ...message, ...objectOf(event['delta']), usage: { ...objectOf(message?.['usage']), ...objectOf(event['usage']) } };
        break;
      case 'message_stop':
        return message === undefined ? undefined : written(message, blocks);
      case 'error':
        return undefined;
      default:
    }
  }
  return undefined;
}

function takeDelta(delta: JsonObject, block: Block | undefined): void {
  if (block === undefined) return;
  for (const [key, value] of entriesOf(delta)) {
    if (key === 'type') continue;
    if (key === 'partial_json') block.json.push(textOf(value));
    else if (key === 'citation') block.content.set('citations', [...listOf(block.content.get('citations')), value]);
    else if (typeof value === 'string') block.content.set(key, textOf(block.content.get(key)) + value);
    else block.content.set(key, value);
  }
}

const entriesOf = (object: JsonObject | undefined): [string, Json][] =>
  Object.entries(object ?? {}).flatMap(([key, value]): [string, Json][] => (value === undefined ? [] : [[key, value]]));

function written(message: JsonObject, blocks: ReadonlyMap<number, Block>): string | undefined {
  const texts: string[] = [];
  for (const [, { content, json }] of [...blocks].sort(([a], [b]) => a - b)) {
    const text = JSON.stringify(Object.fromEntries(content));
    const input = json.join('');
    if (input === '') texts.push(text);
    else if (!isObjectText(input)) return undefined;
    else texts.push(withRaw(text, 'input', input));
  }
  return withRaw(JSON.stringify({ ...message, content: [] }), 'content', `[${texts.join(',')}]`);
}

function withRaw(text: string, key: string, raw: string): string {
  const parsed = parseWithSpans(text, 0, { maxDepth: WIRE_JSON_DEPTH });
  return parsed.ok ? withMembers(text, parsed.value.root, new Map([[key, raw]])) : text;
}

const isObjectText = (text: string): boolean => parseObject(text) !== undefined;
