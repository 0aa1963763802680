/*
 * <read_file>
 * <args>
 *   <file>
 *     <path>src/a.ts</path>
 *   </file>
 * </args>
 * </read_file>
 */
import type { LeakFormat } from '../leak-format.ts';
import { sequence } from '../tag-reader.ts';
import { elementOpeners, toolElement } from '../tool-element.ts';

/** The older form of Roo's reading tool: the parameters of one file, wrapped twice. Several files would be several calls: that is no listed spelling. */
export const nestedElementCall: LeakFormat = {
  id: 'nested-element-call',
  title: 'Tool as an XML element, parameters wrapped',
  class: 'common',
  origin: 'Roo, Kilo and Zoo in native mode (Zoo-Code#709)',
  sample: '<read_file>\n<args>\n  <file>\n    <path>src/a.ts</path>\n  </file>\n</args>\n</read_file>',
  openers: elementOpeners,
  ...toolElement({
    head: (name) => sequence([`<${name}>`, '<args>', '<file>']),
    close: (name) => sequence(['</file>', '</args>', `</${name}>`]),
    jsonBody: 'never',
  }),
};
