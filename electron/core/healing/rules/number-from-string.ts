import { rawOf } from '../../text/json-spans.ts';
import { spanAtPointer } from '../healing-call.ts';
import type { HealingRule } from '../healing-rule.ts';
import { fixOf } from '../repair/fix.ts';
import { spliceText, type TextEdit } from '../../text/splice-text.ts';

/** `"5"` → 5 where the schema says integer or number: only text that is exactly what the number would be written as (contract 2.5.4). */
export const numberFromString: HealingRule = {
  id: 'number-from-string',
  safety: 'safe',
  against: ['PARAM_MISSING', 'PARAM_TYPE_MISMATCH', 'INVALID_JSON_ARGUMENTS'],
  title: 'Number given as text',
  description: 'Takes the quotes off a number where the schema asks for one. “10px”, “007” and “1e5” stay: they are not the number itself.',
  before: '{"path":"a.ts","offset":"10"}',
  after: '{"path":"a.ts","offset":10}',
  acts: 'mismatch',
  heal(call) {
    const edits: TextEdit[] = [];
    const fixes = call.issues.flatMap((issue) => {
      if (issue.kind !== 'type') return [];
      const wanted = issue.expected.filter((type) => type !== 'null');
      if (wanted.length === 0 || !wanted.every((type) => type === 'integer' || type === 'number')) return [];
      const span = spanAtPointer(call.root, issue.pointer);
      if (span?.kind !== 'string') return [];
      const raw = rawOf(call.arguments, span);
      const text = raw.slice(1, -1);
      if (!isCanonical(text, wanted.includes('number'))) return [];
      edits.push({ start: span.start, end: span.end, text });
      return [fixOf('number-from-string', issue.pointer, raw, text)];
    });
    return fixes.length === 0 ? undefined : { arguments: spliceText(call.arguments, edits), fixes };
  },
};

/** There and back again gives the same text. */
function isCanonical(text: string, fraction: boolean): boolean {
  if (!/^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,17})?$/.test(text)) return false;
  const number = Number(text);
  return String(number) === text && (fraction || Number.isSafeInteger(number));
}
