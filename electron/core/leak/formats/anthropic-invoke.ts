/*
 * With NS for the five letters "antml" (a-n-t-m-l), written apart so that no reader of this file takes it for a call:
 * <NS:function_calls>
 * <NS:invoke name="read_file">
 * <NS:parameter name="path">src/a.ts</NS:parameter>
 * </NS:invoke>
 * </NS:function_calls>
 */
import { invokeGrammar } from '../invoke-grammar.ts';
import { literal } from '../tag-reader.ts';
import { createTaggedFormat } from '../tagged-format.ts';

const NS = `${['a', 'n', 't', 'm', 'l'].join('')}:`;

/** The namespace must be the same on every tag of the call. */
export const anthropicInvoke = createTaggedFormat({
  id: 'anthropic-invoke',
  title: 'Namespaced invoke',
  class: 'private',
  origin: 'Claude and models trained on its transcripts',
  sample: `<${NS}function_calls>\n<${NS}invoke name="read_file">\n<${NS}parameter name="path">src/a.ts</${NS}parameter>\n</${NS}invoke>\n</${NS}function_calls>`,
  opener: `<${NS}function_calls>`,
  grammar: {
    ...invokeGrammar({
      prefix: NS,
      section: { open: literal(`<${NS}function_calls>`), close: [`</${NS}function_calls>`] },
      marked: false,
    }),
    // Inner tags that lost the namespace: a broken call, never put right here.
    brokenStarts: ['<invoke', `<${NS}parameter`],
  },
});
