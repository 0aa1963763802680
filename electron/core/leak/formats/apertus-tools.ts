import { createJsonEnvelope } from '../json-envelope.ts';
import { type CallObject, readArguments } from '../json-call.ts';
import { withPreludes } from '../prelude.ts';

// <|tools_prefix|>[{"get_weather": {"city": "Oslo"}}]<|tools_suffix|>

/** Apertus: each entry has exactly one key, the tool's name. That its suffix is a stop token is not proven: without it an operator decides. */
export const apertusTools = withPreludes(
  createJsonEnvelope({
    id: 'apertus-tools',
    title: 'Apertus tool list',
    class: 'private',
    origin: 'Apertus',
    sample: '<|tools_prefix|>[{"get_weather": {"city": "Oslo"}}]<|tools_suffix|>',
    openers: ['<|tools_prefix|>'],
    closers: ['<|tools_suffix|>'],
    closing: 'degraded',
    object: 'never',
    array: 'listed',
    entry: (text, span): CallObject => {
      const member = span.members[0];
      if (span.kind !== 'object' || member === undefined || span.members.length !== 1)
        return { status: 'shape', detail: 'an entry must have one key, the name', names: span.members.map(({ key }) => key) };
      return { status: 'call', name: member.key, ...readArguments(text, member.value), nativeId: undefined, degraded: false };
    },
  }),
  [{ open: '<|inner_prefix|>', close: undefined, visible: false }],
);
