import { isJsonObject, type JsonObject } from '../../../shared/json.ts';

/** A Responses stream as a strict client has it. `faults` names every breach of the dialect's grammar. */
export interface StrictReply {
  readonly faults: readonly string[];
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly terminal: string | undefined;
  readonly response: JsonObject;
  readonly sequence: readonly number[];
}

interface Item {
  readonly id: string;
  readonly type: string;
  text: string;
  args: string;
  argsDone: string | undefined;
  textDone: boolean;
  partDone: boolean;
  parts: number;
  final: JsonObject | undefined;
}

const str = (value: unknown): string => (typeof value === 'string' ? value : '');
const obj = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (item: JsonObject): string =>
  list(item['content'])
    .map((part) => (obj(part)['type'] === 'output_text' ? str(obj(part)['text']) : ''))
    .join('');

/** Reads what a client got: created first, numbers rising, item added → part added → deltas → dones → item done, one agreeing terminal event. */
export function readResponsesStrictly(wire: string): StrictReply {
  const faults: string[] = [];
  const items = new Map<number, Item>();
  const sequence: number[] = [];
  let reasoning = '';
  let terminal: string | undefined;
  let response: JsonObject = {};
  let opened = false;
  const need = (good: boolean, fault: string): void => {
    if (!good) faults.push(fault);
  };
  need(wire === '' || wire.endsWith('\n\n'), 'last event unterminated');
  for (const block of wire.split('\n\n').filter((text) => text !== '')) {
    const lines = block.split('\n');
    const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6));
    need(
      lines.every((line) => /^(data|event): /.test(line)),
      `stray line in ${block.slice(0, 80)}`,
    );
    const event = obj(JSON.parse(data.join('\n')));
    const type = str(event['type']);
    need(lines[0] === `event: ${type}`, `event line of ${type}`);
    need(terminal === undefined, `${type} after the terminal`);
    need(opened || type === 'response.created', `${type} before created`);
    const number = event['sequence_number'];
    const alive = type === 'response.in_progress' && opened;
    if (typeof number === 'number') {
      need(sequence.length === 0 || number > (sequence.at(-1) ?? -1) || alive, `sequence ${number} at ${type}`);
      sequence.push(number);
    } else need(false, `no sequence number at ${type}`);
    if (type === 'response.created') {
      opened = true;
      need(str(obj(event['response'])['id']) !== '', 'created without id');
      continue;
    }
    if (/^response\.(completed|incomplete|failed)$/.test(type)) {
      terminal = type;
      response = obj(event['response']);
      need(str(response['id']) !== '', 'terminal without id');
      need(response['status'] === type.slice(9), 'status contradicts the terminal');
      continue;
    }
    if (!type.startsWith('response.') || type === 'response.in_progress') continue;
    const index = event['output_index'];
    if (typeof index !== 'number') {
      faults.push(`no output_index at ${type}`);
      continue;
    }
    if (type === 'response.output_item.added') {
      const item = obj(event['item']);
      need(index === items.size, `output_index ${index} is not the next`);
      need(str(item['id']) !== '' && ![...items.values()].some((other) => other.id === item['id']), 'item id missing or repeated');
      items.set(index, {
        id: str(item['id']),
        type: str(item['type']),
        text: '',
        args: '',
        argsDone: undefined,
        textDone: false,
        partDone: false,
        parts: 0,
        final: undefined,
      });
      continue;
    }
    const item = items.get(index);
    if (item === undefined) {
      faults.push(`${type} before its item`);
      continue;
    }
    need(item.final === undefined, `${type} after item done`);
    need(event['item_id'] === undefined || event['item_id'] === item.id, `item_id at ${type}`);
    switch (type) {
      case 'response.content_part.added':
        item.parts += 1;
        break;
      case 'response.output_text.delta':
        need(item.parts > 0, 'delta before its part');
        need(!item.textDone, 'delta after text done');
        item.text += str(event['delta']);
        break;
      case 'response.output_text.done':
        if (item.text === '') item.text = str(event['text']);
        need(event['text'] === item.text, 'text done differs');
        item.textDone = true;
        break;
      case 'response.content_part.done':
        need(obj(event['part'])['type'] !== 'output_text' || obj(event['part'])['text'] === item.text, 'part done differs');
        item.partDone = true;
        break;
      case 'response.function_call_arguments.delta':
        item.args += str(event['delta']);
        break;
      case 'response.function_call_arguments.done':
        need(item.args === '' || item.args === event['arguments'], 'arguments done differ');
        item.argsDone = str(event['arguments']);
        break;
      case 'response.output_item.done': {
        const final = obj(event['item']);
        item.final = final;
        need(item.parts === 0 || (item.textDone && item.partDone), 'item done before its part');
        if (item.type === 'message') need(textOf(final) === item.text, 'item text differs');
        if (item.type === 'function_call' && item.argsDone !== undefined)
          need(final['arguments'] === item.argsDone, 'item arguments differ');
        break;
      }
      case 'response.reasoning_text.delta':
      case 'response.reasoning_summary_text.delta':
        reasoning += str(event['delta']);
        break;
    }
  }
  const all = [...items.values()];
  const text = all.map((item) => item.text).join('');
  const calls = all
    .filter((item) => item.type === 'function_call' && item.final !== undefined)
    .map(({ final }) => ({ id: str(final?.['call_id']), name: str(final?.['name']), arguments: str(final?.['arguments']) }));
  if (terminal === 'response.completed') {
    const output = list(response['output']).map(obj);
    need(
      all.every((item) => item.final !== undefined),
      'item not done',
    );
    need(output.length === items.size, 'output length');
    need(
      output
        .filter((item) => item['type'] === 'message')
        .map(textOf)
        .join('') === text,
      'output text',
    );
    need(
      JSON.stringify(
        output.filter((item) => item['type'] === 'function_call').map((item) => [item['call_id'], item['name'], item['arguments']]),
      ) === JSON.stringify(calls.map((call) => [call.id, call.name, call.arguments])),
      'output calls',
    );
  }
  return { faults, text, reasoning, calls, terminal, response, sequence };
}
