import type { HealingRule } from '../healing-rule.ts';
import { fixOf } from '../repair/fix.ts';

/** An unknown tool that is exactly one offered name after folding of case and separators (contract 2.5.6). Anything fuzzier never. */
export const toolName: HealingRule = {
  id: 'tool-name',
  safety: 'safe',
  against: ['UNKNOWN_TOOL', 'MCP_TOOL_MISSING'],
  title: 'Tool name in another spelling',
  description: 'Renames a call whose tool is unknown when case and separators alone part it from exactly one offered name.',
  before: 'ReadFile {"path":"a.ts"}',
  after: 'read_file {"path":"a.ts"}',
  acts: 'mismatch',
  renames: true,
  heal(call, { catalog }) {
    if (call.tool !== undefined) return undefined;
    const meant = catalog.findFolded(call.name);
    if (meant === undefined || meant.kind !== 'function') return undefined;
    return { name: meant.name, arguments: call.arguments, fixes: [fixOf('tool-name', '', call.name, meant.name)] };
  },
};
