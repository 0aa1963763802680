import { directCallHint } from '../code-tool.ts';
import type { HealingRule } from '../healing-rule.ts';
import { fixOf } from '../repair/fix.ts';

/** A direct call of a tool that can only be reached from a program (source 003, `autoBridgeDirectTools`): asks, since it rewrites one tool into another. */
export const bridge: HealingRule = {
  id: 'bridge',
  safety: 'review',
  against: ['UNKNOWN_TOOL', 'MCP_TOOL_MISSING', 'CODE_RUN_FAILED'],
  title: 'Direct call in code mode',
  description:
    'Turns a call of bash, read, write and the like, where only a code tool is offered, into a program that makes the same call. ' +
    'Without an operator the model gets the ready-made call as a hint.',
  before: 'read {"path":"a.ts"}',
  after: 'run_code {"description":"Run read","code":"return await tools.read({\\"path\\":\\"a.ts\\"});"}',
  acts: 'mismatch',
  renames: true,
  heal(call, context) {
    const hint = directCallHint(call, context);
    if (hint === undefined) return undefined;
    return {
      name: hint.tool,
      arguments: hint.arguments,
      fixes: [fixOf('bridge', '', `${call.name} ${call.arguments}`, `${hint.tool} ${hint.arguments}`)],
    };
  },
};
