import { withMembers } from '../../text/json-members.ts';
import { rawOf, type JsonSpan } from '../../text/json-spans.ts';
import { spliceText } from '../../text/splice-text.ts';
import { spanAtPointer, stepsOf } from '../healing-call.ts';
import type { HealingRule } from '../healing-rule.ts';
import { fixOf } from '../repair/fix.ts';
import { requiredOf } from '../../turn/check-arguments.ts';

/** An optional `null` that the schema forbids is left out (contract 2.5.4). One place at a time: the next round finds the next one. */
export const dropNull: HealingRule = {
  id: 'drop-null',
  safety: 'safe',
  against: ['PARAM_MISSING', 'PARAM_TYPE_MISMATCH', 'INVALID_JSON_ARGUMENTS'],
  title: 'Null for an optional parameter',
  description: 'Leaves out an optional parameter that is null where its schema allows no null. A required one stays as it is.',
  before: '{"query":"x","max_results":null}',
  after: '{"query":"x"}',
  acts: 'mismatch',
  heal(call) {
    const required = requiredOf(call.tool?.schema);
    for (const issue of call.issues) {
      const steps = stepsOf(issue.pointer);
      const key = steps[steps.length - 1];
      if ((issue.kind !== 'type' && issue.kind !== 'enum') || key === undefined) continue;
      if (steps.length === 1 && required.includes(key)) continue;
      const parent = parentOf(call.root, issue.pointer);
      const span = spanAtPointer(call.root, issue.pointer);
      if (parent?.kind !== 'object' || span === undefined || rawOf(call.arguments, span) !== 'null') continue;
      const text = withMembers(call.arguments, parent, new Map([[key, undefined]]));
      return {
        arguments: spliceText(call.arguments, [{ start: parent.start, end: parent.end, text }]),
        fixes: [fixOf('drop-null', issue.pointer, 'null', '')],
      };
    }
    return undefined;
  },
};

const parentOf = (root: JsonSpan, pointer: string): JsonSpan | undefined => spanAtPointer(root, pointer.slice(0, pointer.lastIndexOf('/')));
