import { spliceText, type TextEdit } from '../../text/splice-text.ts';
import { requiredOf } from '../../turn/check-arguments.ts';
import { callsTools, programOf, withProgram } from '../code-tool.ts';
import type { HealingRule } from '../healing-rule.ts';
import { toolCallsIn } from '../program/tool-calls-in.ts';
import { fixOf } from '../repair/fix.ts';
import { isStringProperty } from '../schema-parts.ts';

/** A `tools.name({…})` call inside a program lacks the description that the inner tool's offered schema requires (source 003). */
export const innerDescriptions: HealingRule = {
  id: 'inner-descriptions',
  safety: 'safe',
  against: ['CODE_RUN_FAILED', 'PARAM_MISSING'],
  title: 'Missing description of an inner call',
  description: 'Adds a description to tools.*() calls inside a program, only where the offered schema of that tool requires one.',
  before: '{"code":"return await tools.bash({ command: \'ls\' })"}',
  after: '{"code":"return await tools.bash({ description: \\"Call bash\\", command: \'ls\' })"}',
  acts: 'content',
  concerns: (tool, context) =>
    callsTools(tool, context) &&
    context.request.tools.some((each) => requiredOf(each.schema).includes('description') && each.name !== tool.name),
  heal(call, context) {
    const program = programOf(call, context);
    if (program === undefined) return undefined;
    const edits: TextEdit[] = [];
    for (const inner of toolCallsIn(program)) {
      const tool = context.catalog.find(inner.name);
      if (inner.keys === undefined || inner.keys.includes('description') || tool === undefined || tool.name === call.name) continue;
      if (!requiredOf(tool.schema).includes('description') || !isStringProperty(tool, 'description')) continue;
      const described = ` description: ${JSON.stringify(`Call ${inner.name}`)}${inner.keys.length > 0 ? ',' : ' '}`;
      edits.push({ start: inner.objectStart + 1, end: inner.objectStart + 1, text: described });
    }
    if (edits.length === 0) return undefined;
    const after = spliceText(program, edits);
    return { arguments: withProgram(call, after), fixes: [fixOf('inner-descriptions', '/code', program, after)] };
  },
};
