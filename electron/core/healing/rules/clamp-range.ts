import { type Json, own } from '../../../../shared/json.ts';
import { memberOf, rawOf } from '../../text/json-spans.ts';
import { spliceText } from '../../text/splice-text.ts';
import { lineCountOf } from '../history/line-count.ts';
import type { HealingRule } from '../healing-rule.ts';
import { fixOf } from '../repair/fix.ts';
import { propertyOf } from '../schema-parts.ts';

const RANGE = 'view_range';

/**
 * A `view_range` that the tool is sure to refuse (source 003, `autoClampRanges`): turned round, begun at line 1, and ended at the line count that the
 * tool's own error has told. `-1` (to the end) stays; without a told count the end is not touched.
 */
export const clampRange: HealingRule = {
  id: 'clamp-range',
  safety: 'safe',
  against: ['VIEW_RANGE_OUT_OF_BOUNDS'],
  title: 'View range out of bounds',
  description:
    'Turns an inverted view_range round and clamps it to the number of lines that the tool itself named for this file. −1, the end of the file, stays. ' +
    'A range that lies behind the end is left to the tool.',
  before: '{"command":"view","path":"/w/a.py","view_range":[80,40]}',
  after: '{"command":"view","path":"/w/a.py","view_range":[40,80]}',
  acts: 'content',
  concerns: (tool) => propertyOf(tool, RANGE) !== undefined,
  heal(call, context) {
    const member = memberOf(call.root, RANGE);
    const range = own(call.value, RANGE);
    const [first, last] = Array.isArray(range) && range.length === 2 ? (range as readonly Json[]) : [];
    if (member === undefined || !isWhole(first) || !isWhole(last)) return undefined;
    const turned = last !== -1 && last >= 0 && first > last ? [last, first] : [first, last];
    const start = turned[0] === 0 ? 1 : (turned[0] ?? 1);
    const end = turned[1] ?? -1;
    const path = own(call.value, 'path');
    const lines = typeof path === 'string' ? lineCountOf(call.name, path, context.request) : undefined;
    const clamped = lines !== undefined && end > lines && start <= lines ? lines : end;
    if (start === first && clamped === last) return undefined;
    const before = rawOf(call.arguments, member.value);
    const after = `[${start}, ${clamped}]`;
    return {
      arguments: spliceText(call.arguments, [{ start: member.value.start, end: member.value.end, text: after }]),
      fixes: [fixOf('clamp-range', `/${RANGE}`, before, after)],
    };
  },
};

const isWhole = (value: Json | undefined): value is number => Number.isSafeInteger(value);
