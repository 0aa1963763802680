import { isJsonObject, type Json } from '../../../../shared/json.ts';
import { rawOf } from '../../text/json-spans.ts';
import { spliceText, type TextEdit } from '../../text/splice-text.ts';
import { spanAtPointer } from '../healing-call.ts';
import type { HealingRule } from '../healing-rule.ts';
import { fixOf } from '../repair/fix.ts';

/** A list or object given as its JSON text (contract 2.5.4): review, since an approval hook downstream must see what the tool runs. */
export const jsonFromString: HealingRule = {
  id: 'json-from-string',
  safety: 'review',
  against: ['PARAM_MISSING', 'PARAM_TYPE_MISMATCH', 'INVALID_JSON_ARGUMENTS'],
  title: 'List or object given as text',
  description: 'Replaces JSON text by the list or object that the schema asks for. The text inside keeps its bytes.',
  before: '{"todos":"[{\\"content\\":\\"a\\"}]"}',
  after: '{"todos":[{"content":"a"}]}',
  acts: 'mismatch',
  heal(call) {
    const edits: TextEdit[] = [];
    const fixes = call.issues.flatMap((issue) => {
      const wanted = issue.expected.filter((type) => type !== 'null');
      if (issue.kind !== 'type' || wanted.length === 0 || !wanted.every((type) => type === 'array' || type === 'object')) return [];
      const span = spanAtPointer(call.root, issue.pointer);
      if (span?.kind !== 'string') return [];
      const raw = rawOf(call.arguments, span);
      const text = JSON.parse(raw) as string;
      const kind = kindOf(text);
      if (kind === undefined || !wanted.includes(kind)) return [];
      edits.push({ start: span.start, end: span.end, text });
      return [fixOf('json-from-string', issue.pointer, raw, text)];
    });
    return fixes.length === 0 ? undefined : { arguments: spliceText(call.arguments, edits), fixes };
  },
};

function kindOf(text: string): 'array' | 'object' | undefined {
  try {
    const value = JSON.parse(text) as Json;
    if (Array.isArray(value)) return 'array';
    return isJsonObject(value) ? 'object' : undefined;
  } catch {
    return undefined;
  }
}
