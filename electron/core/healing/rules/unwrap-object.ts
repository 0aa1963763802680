import { rawOf } from '../../text/json-spans.ts';
import { spliceText, type TextEdit } from '../../text/splice-text.ts';
import { spanAtPointer, stepsOf } from '../healing-call.ts';
import type { HealingRule } from '../healing-rule.ts';
import { fixOf } from '../repair/fix.ts';

/**
 * `{"cwd":{"cwd":"/w"}}` → `{"cwd":"/w"}`: the object's only member has the parameter's own name and is a string, so there is one reading.
 * `{"cwd":{"path":"/w"}}` is tempting, but a guess: it is answered with guidance (contract 2.5.5).
 */
export const unwrapObject: HealingRule = {
  id: 'unwrap-object',
  safety: 'safe',
  against: ['PARAM_MISSING', 'PARAM_TYPE_MISMATCH', 'INVALID_JSON_ARGUMENTS'],
  title: 'Parameter wrapped in itself',
  description:
    'Takes a string out of an object that holds nothing but it, under the parameter’s own name. Any other object is not guessed at.',
  before: '{"command":"ls","cwd":{"cwd":"/w"}}',
  after: '{"command":"ls","cwd":"/w"}',
  acts: 'mismatch',
  heal(call) {
    const edits: TextEdit[] = [];
    const fixes = call.issues.flatMap((issue) => {
      const key = stepsOf(issue.pointer).at(-1);
      if (issue.kind !== 'type' || !issue.expected.includes('string') || issue.expected.includes('object')) return [];
      const span = spanAtPointer(call.root, issue.pointer);
      const [only, ...others] = span?.members ?? [];
      if (span?.kind !== 'object' || only === undefined || others.length > 0 || only.key !== key || only.value.kind !== 'string') return [];
      const inner = rawOf(call.arguments, only.value);
      edits.push({ start: span.start, end: span.end, text: inner });
      return [fixOf('unwrap-object', issue.pointer, rawOf(call.arguments, span), inner)];
    });
    return fixes.length === 0 ? undefined : { arguments: spliceText(call.arguments, edits), fixes };
  },
};
