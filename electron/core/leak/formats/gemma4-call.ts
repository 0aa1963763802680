import { createGemmaEnvelope } from '../gemma-envelope.ts';
import { withPreludes } from '../prelude.ts';

// <|tool_call>call:get_weather{city:<|"|>Oslo<|"|>}<tool_call|>

/** Gemma 4: one bar on one side of each token; a thought channel may stand before. */
export const gemma4Call = withPreludes(
  createGemmaEnvelope({
    id: 'gemma4-call',
    title: 'Gemma 4 call',
    class: 'private',
    origin: 'Gemma 4',
    sample: '<|tool_call>call:get_weather{city:<|"|>Oslo<|"|>}<tool_call|>',
    opener: '<|tool_call>',
    closer: '<tool_call|>',
    mark: '<|"|>',
  }),
  [{ open: '<|channel>thought', close: '<channel|>', visible: false }],
);
