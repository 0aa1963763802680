import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Bytes as the journal file holds them: deflated with a dictionary of what replies and requests repeat, because most values are
 * small. The dictionary is part of the file format: changing it needs a new schema version.
 */
const dictionary = Buffer.from(
  [
    '{"type":"response.output_text.delta","sequence_number":,"item_id":"msg_","output_index":0,"content_index":0,"delta":"","logprobs":[]}\n\n',
    'event: response.function_call_arguments.delta\ndata: {"type":"response.function_call_arguments.delta","sequence_number":',
    'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_","type":"message","role":"assistant","model":"","content":[],',
    '"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":,"cache_read_input_tokens":0,"output_tokens":1}}}\n\n',
    'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_","name":"","input":{}}}\n\n',
    'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":""}}\n\n',
    'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":""}}\n\n',
    'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\nevent: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"tool_use"}}\n\n',
    'data: {"id":"chatcmpl-","object":"chat.completion.chunk","created":17,"model":"","choices":[{"index":0,"delta":{"role":"assistant","content":""},',
    '"logprobs":null,"finish_reason":null}]}\n\ndata: {"id":"chatcmpl-","object":"chat.completion.chunk","created":17,"model":"","choices":[{"index":0,',
    '"delta":{"tool_calls":[{"index":0,"id":"call_","type":"function","function":{"name":"","arguments":""}}]},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n',
    '{"role":"assistant","content":null,"tool_calls":[{"id":"call_","type":"function","function":{"name":"","arguments":"{\\"',
    '{"role":"tool","tool_call_id":"call_","content":"{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_","content":"',
    '{"role":"user","content":[{"type":"text","text":"","cache_control":{"type":"ephemeral"}}]}{"role":"system","content":"',
    'content-type: application/json","stream":true,"max_tokens":,"temperature":0,"tools":[],"messages":[],"model":"',
  ].join(''),
);

/** Most values are small: a window that fits them spares a quarter of a megabyte for each. What reads them needs not know. */
const fitting = (size: number): { windowBits?: number; memLevel?: number } => (size <= 8192 ? { windowBits: 13, memLevel: 5 } : {});

export const pack = (bytes: string | Uint8Array): Uint8Array => deflateRawSync(bytes, { level: 6, dictionary, ...fitting(bytes.length) });

export const unpack = (packed: Uint8Array): Uint8Array => inflateRawSync(packed, { dictionary });

export const unpackText = (packed: Uint8Array): string => Buffer.from(unpack(packed)).toString('utf8');

/**
 * A list of whole numbers as deflated varints of the differences: the parts of a growing history are 1, 2, 3 …, which costs a few
 * bytes however long the history is (4.5: 1,000 turns of a 1 MB history in 3 MB).
 */
export function packNumbers(numbers: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  let previous = 0;
  for (const value of numbers) {
    const difference = value - previous;
    let rest = difference < 0 ? -difference * 2 - 1 : difference * 2;
    while (rest >= 0x80) {
      bytes.push((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    bytes.push(rest);
    previous = value;
  }
  return deflateRawSync(Uint8Array.from(bytes), { level: 6, ...fitting(bytes.length) });
}

export function unpackNumbers(packed: Uint8Array): number[] {
  const bytes = inflateRawSync(packed);
  const numbers: number[] = [];
  let previous = 0;
  let value = 0;
  let scale = 1;
  for (const byte of bytes) {
    value += (byte & 0x7f) * scale;
    scale *= 0x80;
    if (byte >= 0x80) continue;
    previous += value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    numbers.push(previous);
    value = 0;
    scale = 1;
  }
  return numbers;
}
