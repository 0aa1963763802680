import type { FaultPattern } from '../fault-pattern.ts';
import { nameOr } from '../guide-names.ts';
import { nestedCallIn } from '../nested-call.ts';
import { typeWordings } from '../type-wordings.ts';

/** `{"path":"a.md","content":{"path":"b.md","content":"…"}}` → a second call inside a parameter of the first. */
export const paramNestedCall: FaultPattern = {
  id: 'EI/PARAM_TYPE_MISMATCH/003',
  title: 'Call nested in a parameter',
  category: 'PARAM_TYPE_MISMATCH',
  priority: 94,
  description: 'A parameter holds the arguments of another call, or a whole call, where a plain value is due.',
  sample: 'The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Object',
  wordings: [],
  match(evidence) {
    const param = evidence.args === undefined ? undefined : nestedCallIn(evidence.args);
    if (param === undefined || !typeWordings.some(({ at }) => at.test(evidence.message))) return undefined;
    return { variant: '', facts: { param, expected: 'string', got: 'object' } };
  },
  cause: ({ facts }) => facts.param ?? '',
  scope: 'tool',
  guide: ({ facts }, place) => ({
    what: `The argument ${nameOr(facts.param, 'that was refused')} of "${place.tool}" holds another tool call.`,
    why: 'Calls cannot be nested: each parameter takes a plain value, and only one call is made by one call.',
    next: [
      'Issue separate calls: first this one with plain values, then the nested one as a call of its own.',
      `Give ${nameOr(facts.param, 'the parameter')} the value that the schema asks for.`,
    ],
  }),
  strengthened: 'Re-read the tool schema now, and write one call for each action.',
};
