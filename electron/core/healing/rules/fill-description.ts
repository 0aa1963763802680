import { own } from '../../../../shared/json.ts';
import { toolRoles } from '../../agent/side-effect.ts';
import { withMembers } from '../../text/json-members.ts';
import { requiredOf } from '../../turn/check-arguments.ts';
import { describeProgram, isCodeTool } from '../code-tool.ts';
import type { HealingRule } from '../healing-rule.ts';
import { fixOf } from '../repair/fix.ts';
import { isStringProperty } from '../schema-parts.ts';

/** A required `description` of a program or command that the model left out (source 003): it labels, it does not act. */
export const fillDescription: HealingRule = {
  id: 'fill-description',
  safety: 'safe',
  against: ['PARAM_MISSING', 'PARAM_TYPE_MISMATCH', 'INVALID_JSON_ARGUMENTS'],
  title: 'Missing description',
  description: 'Fills in the required description of a code or shell tool from the first line of its program. Nothing else is filled in.',
  before: '{"code":"return 1"}',
  after: '{"code":"return 1","description":"Run return 1"}',
  acts: 'mismatch',
  heal(call, context) {
    const { tool } = call;
    if (tool === undefined || !requiredOf(tool.schema).includes('description') || !isStringProperty(tool, 'description')) return undefined;
    if (own(call.value, 'description') !== undefined) return undefined;
    const key = isCodeTool(tool, context) ? 'code' : toolRoles(tool.name, context.profile).includes('shell') ? 'command' : undefined;
    const program = key === undefined ? undefined : own(call.value, key);
    if (typeof program !== 'string' || program.trim() === '') return undefined;
    const described = JSON.stringify(describeProgram(program));
    const { start, end } = call.root;
    const text =
      call.arguments.slice(0, start) +
      withMembers(call.arguments, call.root, new Map([['description', described]])) +
      call.arguments.slice(end);
    return { arguments: text, fixes: [fixOf('fill-description', '/description', '', described)] };
  },
};
