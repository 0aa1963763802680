import type { JsonObject } from '../../../shared/json.ts';
import {
  argumentParts,
  type DemoCall,
  type DemoDialect,
  type DemoMessage,
  type DemoReply,
  type DemoRequest,
  sseFrame,
  textParts,
} from './demo-dialect.ts';

/** OpenAI Responses, stateless: the agent sends the whole history. */
export const demoResponses: DemoDialect = {
  path: '/v1/responses',

  body: (request: DemoRequest) => ({
    model: request.model,
    stream: true,
    store: false,
    instructions: request.system,
    input: request.messages.flatMap(itemsOf),
    tools: request.tools.map(({ name, description, parameters }) => ({ type: 'function', name, description, parameters, strict: false })),
  }),

  frames(reply: DemoReply, model: string) {
    const writer = new ResponseWriter(model);
    writer.start();
    const isWhole = reply.ending === 'whole';
    if (reply.text !== '') writer.text(reply.text, isWhole || reply.calls.length > 0);
    for (const call of reply.calls) writer.call(call, argumentParts(reply, call), isWhole || call !== reply.calls.at(-1));
    if (isWhole) writer.end();
    return writer.frames;
  },

  read(events) {
    let text = '';
    const calls: DemoCall[] = [];
    for (const event of events as unknown as readonly StreamEvent[]) {
      if (event.type === 'response.output_text.delta') text += event.delta ?? '';
      const item = event.type === 'response.output_item.done' ? event.item : undefined;
      if (item?.type === 'function_call') calls.push({ id: item.call_id ?? '', name: item.name ?? '', arguments: item.arguments ?? '{}' });
    }
    return { text, calls };
  },
};

interface StreamEvent {
  readonly type: string;
  readonly delta?: string;
  readonly item?: { readonly type: string; readonly call_id?: string; readonly name?: string; readonly arguments?: string };
}

/** Writes the events of one response with their running numbers. */
class ResponseWriter {
  readonly frames: string[] = [];
  readonly #head: JsonObject;
  readonly #output: JsonObject[] = [];
  #sequence = 0;

  constructor(model: string) {
    this.#head = { id: 'resp_demo', object: 'response', created_at: 1_760_000_000, model };
  }

  start(): void {
    const response = { ...this.#head, status: 'in_progress', output: [] };
    this.#write('response.created', { response });
    this.#write('response.in_progress', { response });
  }

  text(text: string, isClosed: boolean): void {
    const at = { item_id: `msg_demo_${this.#output.length}`, output_index: this.#output.length, content_index: 0 };
    const item = { id: at.item_id, type: 'message', role: 'assistant' };
    this.#write('response.output_item.added', { output_index: at.output_index, item: { ...item, status: 'in_progress', content: [] } });
    this.#write('response.content_part.added', { ...at, part: { type: 'output_text', text: '', annotations: [] } });
    for (const delta of textParts(text)) this.#write('response.output_text.delta', { ...at, delta });
    if (!isClosed) return;
    const part = { type: 'output_text', text, annotations: [] };
    this.#write('response.output_text.done', { ...at, text });
    this.#write('response.content_part.done', { ...at, part });
    this.#close({ ...item, status: 'completed', content: [part] });
  }

  call(call: DemoCall, parts: readonly string[], isClosed: boolean): void {
    const at = { item_id: `fc_${call.id}`, output_index: this.#output.length };
    const item = { id: at.item_id, type: 'function_call', call_id: call.id, name: call.name };
    this.#write('response.output_item.added', { output_index: at.output_index, item: { ...item, status: 'in_progress', arguments: '' } });
    for (const delta of parts) this.#write('response.function_call_arguments.delta', { ...at, delta });
    if (!isClosed) return;
    this.#write('response.function_call_arguments.done', { ...at, arguments: call.arguments });
    this.#close({ ...item, status: 'completed', arguments: call.arguments });
  }

  end(): void {
    const usage = { input_tokens: 1600, output_tokens: 110, total_tokens: 1710 };
    this.#write('response.completed', { response: { ...this.#head, status: 'completed', output: this.#output, usage } });
  }

  #close(item: JsonObject): void {
    this.#write('response.output_item.done', { output_index: this.#output.length, item });
    this.#output.push(item);
  }

  #write(type: string, data: JsonObject): void {
    this.frames.push(sseFrame({ type, sequence_number: this.#sequence, ...data }, type));
    this.#sequence += 1;
  }
}

function itemsOf(message: DemoMessage): readonly JsonObject[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: [{ type: 'input_text', text: message.text }] }];
    case 'assistant': {
      const calls = message.calls.map((call) => ({ type: 'function_call', call_id: call.id, name: call.name, arguments: call.arguments }));
      return message.text === '' ? calls : [{ role: 'assistant', content: [{ type: 'output_text', text: message.text }] }, ...calls];
    }
    case 'results':
      return message.results.map((result) => ({ type: 'function_call_output', call_id: result.id, output: result.text }));
  }
}
