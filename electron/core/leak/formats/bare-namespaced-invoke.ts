/*
 * With NS for the five letters "antml" (a-n-t-m-l):
 * <NS:invoke name="read_file">
 * <NS:parameter name="path">src/a.ts</NS:parameter>
 * </NS:invoke>
 */
import { invokeGrammar } from '../invoke-grammar.ts';
import { createTaggedFormat } from '../tagged-format.ts';

const NS = `${['a', 'n', 't', 'm', 'l'].join('')}:`;

/** The namespaced call whose section a server swallowed: `<invoke>` without its section is `common` (contract 2.3). */
export const bareNamespacedInvoke = createTaggedFormat({
  id: 'bare-namespaced-invoke',
  title: 'Namespaced invoke without its section',
  class: 'common',
  origin: 'Claude',
  sample: `<${NS}invoke name="read_file">\n<${NS}parameter name="path">src/a.ts</${NS}parameter>\n</${NS}invoke>`,
  opener: `<${NS}invoke name=`,
  orphanCloser: `</${NS}function_calls>`,
  grammar: invokeGrammar({ prefix: NS, section: undefined, marked: false }),
});
