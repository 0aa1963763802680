import { rawOf } from '../../text/json-spans.ts';
import { spliceText, type TextEdit } from '../../text/splice-text.ts';
import { spanAtPointer } from '../healing-call.ts';
import type { HealingRule } from '../healing-rule.ts';
import { fixOf } from '../repair/fix.ts';

/** `"true"` → true where the schema says boolean, in exactly that spelling (contract 2.5.4). */
export const booleanFromString: HealingRule = {
  id: 'boolean-from-string',
  safety: 'safe',
  against: ['PARAM_MISSING', 'PARAM_TYPE_MISMATCH', 'INVALID_JSON_ARGUMENTS'],
  title: 'Boolean given as text',
  description: 'Takes the quotes off true and false where the schema asks for a boolean. “yes”, “1” and “True” stay.',
  before: '{"query":"x","safe":"true"}',
  after: '{"query":"x","safe":true}',
  acts: 'mismatch',
  heal(call) {
    const edits: TextEdit[] = [];
    const fixes = call.issues.flatMap((issue) => {
      const wanted = issue.expected.filter((type) => type !== 'null');
      if (issue.kind !== 'type' || wanted.length !== 1 || wanted[0] !== 'boolean') return [];
      const span = spanAtPointer(call.root, issue.pointer);
      const raw = span === undefined ? '' : rawOf(call.arguments, span);
      if (span === undefined || (raw !== '"true"' && raw !== '"false"')) return [];
      edits.push({ start: span.start, end: span.end, text: raw.slice(1, -1) });
      return [fixOf('boolean-from-string', issue.pointer, raw, raw.slice(1, -1))];
    });
    return fixes.length === 0 ? undefined : { arguments: spliceText(call.arguments, edits), fixes };
  },
};
