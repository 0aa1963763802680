import { createJsonEnvelope } from '../json-envelope.ts';
import { withPreludes } from '../prelude.ts';

// <|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Oslo"}}]<|END_ACTION|>

/** Cohere: an action block behind thinking and text blocks. The id restarts each turn: evidence only. */
export const cohereAction = withPreludes(
  createJsonEnvelope({
    id: 'cohere-action',
    title: 'Cohere action block',
    class: 'private',
    origin: 'Command R7B, Command A, North',
    sample: '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Oslo"}}]<|END_ACTION|>',
    openers: ['<|START_ACTION|>'],
    closers: ['<|END_ACTION|>'],
    closing: 'required',
    object: 'listed',
    array: 'listed',
    keys: { name: ['tool_name'], arguments: ['parameters'], id: ['tool_call_id'] },
  }),
  [
    { open: '<|START_THINKING|>', close: '<|END_THINKING|>', visible: false },
    { open: '<|START_RESPONSE|>', close: '<|END_RESPONSE|>', visible: true },
    { open: '<|START_TEXT|>', close: '<|END_TEXT|>', visible: true },
  ],
);
