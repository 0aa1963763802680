import { own } from '../../../../shared/json.ts';
import { rawOf, memberOf } from '../../text/json-spans.ts';
import { callsTools, codeArguments, programFor } from '../code-tool.ts';
import type { HealingRule } from '../healing-rule.ts';
import { fixOf } from '../repair/fix.ts';
import { propertyOf } from '../schema-parts.ts';

/** A shell command given to a code tool becomes a program that runs it (source 003, `autoWrapRunCode`). */
export const wrapRunCode: HealingRule = {
  id: 'wrap-run-code',
  safety: 'safe',
  against: ['PARAM_MISSING', 'PARAM_TYPE_MISMATCH', 'CODE_RUN_FAILED'],
  title: 'Command instead of a program',
  description:
    'Turns a command for a code tool into a program that calls bash, where the tool or the system prompt says that programs call tools.*(). ' +
    'An empty command, one that is no text, and a call with further parameters stay.',
  before: '{"command":"git status"}',
  after: '{"description":"Run git status","code":"return await tools.bash({\\"command\\":\\"git status\\"});"}',
  acts: 'mismatch',
  heal(call, context) {
    const { tool } = call;
    if (!callsTools(tool, context) || own(call.value, 'code') !== undefined) return undefined;
    const key = ['command', 'cmd'].find((name) => own(call.value, name) !== undefined && propertyOf(tool, name) === undefined);
    const member = key === undefined ? undefined : memberOf(call.root, key);
    const command = key === undefined ? undefined : own(call.value, key);
    if (key === undefined || member === undefined || typeof command !== 'string' || command.trim() === '') return undefined;
    if (call.root.members.some((other) => other.key !== key && other.key !== 'description')) return undefined;
    const program = programFor('bash', `{"command":${rawOf(call.arguments, member.value)}}`);
    if (program === undefined) return undefined;
    const described = own(call.value, 'description');
    const description = typeof described === 'string' && described !== '' ? described : `Run ${firstLine(command)}`;
    const after = codeArguments(tool, program, description);
    return { arguments: after, fixes: [fixOf('wrap-run-code', `/${key}`, call.arguments, after)] };
  },
};

function firstLine(command: string): string {
  const line = command.trim().split('\n', 1)[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
