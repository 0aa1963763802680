import type { LoopKind } from './loop-finding.ts';
import { later, limitsFor, type LoopLimits, type LoopSettings, patient } from './loop-limits.ts';

/** A kind of loop as a person reads of it: what repeats, a made-up example, and from which counts it is told and blocked. */
export interface DescribedLoop {
  readonly id: LoopKind | 'repeating_text' | 'repeated_refusal';
  readonly title: string;
  readonly description: string;
  readonly sample: string;
  /** What it makes of the thresholds of all tools; undefined: it has a measure of its own. */
  readonly limits: ((of: LoopLimits) => LoopLimits) | undefined;
}

const asSet = (of: LoopLimits): LoopLimits => of;

/** Every kind that `loop-detected` may name (errors.md B3); the counts are those of `loop-signals.ts`. */
export const LOOP_KINDS: readonly DescribedLoop[] = [
  {
    id: 'identical_call_identical_result',
    title: 'Same call, same result',
    description: 'The same step with the same arguments had the same result, one after the other. Rounds count, not calls.',
    sample: 'read {"path":"a.ts"} → 42 lines\nread {"path":"a.ts"} → 42 lines\nread {"path":"a.ts"} → 42 lines',
    limits: asSet,
  },
  {
    id: 'identical_call_volatile_result',
    title: 'Same call, only times and names differ',
    description: 'The results differ in nothing but times, temporary names or counted attempts: weaker evidence, so one repetition more.',
    sample: 'bash {"command":"make"} → failed after 0.31 s\nbash {"command":"make"} → failed after 0.29 s',
    limits: (of) => later(of, 1, 1),
  },
  {
    id: 'poll_unchanged',
    title: 'Asking for a state that does not change',
    description:
      'A result tells of something that is still under way, word for word the same: twice the patience. A state that changes is no loop.',
    sample: 'status {"job":7} → pending\nstatus {"job":7} → pending',
    limits: patient,
  },
  {
    id: 'cycle',
    title: 'A few steps over and over',
    description: 'Two to five steps come again in their order, with the results that they had before. Whole cycles count.',
    sample: 'edit a.ts → done\ntest → 1 failed\nedit a.ts → done\ntest → 1 failed',
    limits: ({ guideAt, openAt }) => ({ guideAt, openAt: Math.max(guideAt + 1, openAt - 1) }),
  },
  {
    id: 'same_result_varied_args',
    title: 'Other arguments, same result',
    description:
      'One tool is called with other arguments each time and tells the same. Short results and other files get more patience still.',
    sample: 'grep {"pattern":"foo"} → no such directory\ngrep {"pattern":"bar"} → no such directory',
    limits: (of) => later(of, 1, 3),
  },
  {
    id: 'same_error_varied_args',
    title: 'Other arguments, same error',
    description: 'The same complaint, whatever is tried. Known mistakes are counted as fault patterns; this is for all others.',
    sample: 'deploy {"to":"a"} → quota exceeded\ndeploy {"to":"b"} → quota exceeded',
    limits: (of) => later(of, 1, 1),
  },
  {
    id: 'text_monologue',
    title: 'Same answer again',
    description: 'The model answers without a call, and writes alike each time.',
    sample: 'I will now look at the file.\nI will now look at the file.',
    limits: asSet,
  },
  {
    id: 'empty_replies',
    title: 'Empty answers',
    description: 'The model answers with nothing, again and again.',
    sample: '(nothing)\n(nothing)',
    limits: asSet,
  },
  {
    id: 'repeating_text',
    title: 'One block without end',
    description: 'Within one reply the model repeats a block of text: told at 2,048 characters, ended at 131,072.',
    sample: 'and then and then and then and then',
    limits: undefined,
  },
  {
    id: 'repeated_refusal',
    title: 'Refused again',
    description: 'The endpoint refuses the very same request for the third time. The error goes on as it came; the journal tells.',
    sample: 'HTTP 400: context length exceeded\nHTTP 400: context length exceeded',
    limits: undefined,
  },
];

/** The counts in force for tools without thresholds of their own; undefined: the kind has a measure of its own. */
export function limitsOfKind({ limits }: DescribedLoop, settings: LoopSettings): LoopLimits | undefined {
  const general = limitsFor([''], settings);
  return limits === undefined || general === undefined ? undefined : limits(general);
}
