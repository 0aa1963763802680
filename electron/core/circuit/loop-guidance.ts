import type { Guidance } from '../fault/guidance.ts';
import { shownName } from '../fault/guidance.ts';
import type { LoopFinding, LoopKind } from './loop-finding.ts';

const DUPLICATE = 'EI/DUPLICATE_CALL/001';
const STUCK = 'EI/MODEL_STUCK_LOOP/001';
const MARK = '[MODEL_STUCK_LOOP]';

/** What the model is told about a loop in its own history: first a guide, from the open circuit on the directive (contract 2.6). */
export function loopGuidance(finding: LoopFinding): Guidance {
  const { kind, count, tool, stage, barred } = finding;
  const { what, why, next } = WORDS[kind](shownName(tool, 'the tool'), count);
  if (stage === 'open')
    return { pattern: STUCK, occurrence: count, what: `${MARK} ${what}`, why: `${why} Going on like this can't help.`, next: OTHER_WAY };
  return {
    pattern: DUPLICATE,
    occurrence: count,
    what,
    why: barred ? `${why} The next repetition will not be run.` : why,
    next: count > finding.limits.guideAt ? ['Do not repeat this step.', ...next] : next,
  };
}

/** What the model reads in the place of a result when it makes the blocked call all the same. */
export function blockedGuidance(finding: LoopFinding): Guidance {
  const { what, why } = WORDS[finding.kind](shownName(finding.tool, 'the tool'), finding.count);
  return {
    pattern: DUPLICATE,
    occurrence: finding.count + 1,
    what: `${MARK} This call was not run: it is the same step once more. ${what}`,
    why,
    next: OTHER_WAY,
  };
}

const OTHER_WAY = [
  'Stop: do not make this call again in this or a similar form.',
  'Say in one sentence what you wanted to reach, then take another way: another tool, another file, a smaller step.',
  'If there is none, tell the user what is missing and end your turn.',
];

const USE_IT = [
  'Use the result that you have.',
  'If it was not enough, change what you ask for, or take another tool.',
  'If the step is done, go on.',
];

type Words = Pick<Guidance, 'what' | 'why' | 'next'>;

const same = (tool: string, count: number): Words => ({
  what: `The same call of ${tool} was made ${count} times in a row.`,
  why: 'Its result was the same each time, so that making it again brings nothing new.',
  next: USE_IT,
});

const WORDS: Readonly<Record<LoopKind, (tool: string, count: number) => Words>> = {
  identical_call_identical_result: same,
  identical_call_volatile_result: (tool, count) => ({
    ...same(tool, count),
    why: 'Nothing but times and temporary names differed in its results, so that making it again brings nothing new.',
  }),
  poll_unchanged: (tool, count) => ({
    what: `${tool} was asked ${count} times in a row and nothing has changed.`,
    why: 'Whatever is waited for does not move, or this is not the way to see it.',
    next: [
      'Wait for longer before you ask again, or look at its log for what holds it up.',
      'Do other work meanwhile, or tell the user that it is still going on.',
    ],
  }),
  cycle: (tool, count) => ({
    what: `The same steps, ${tool} among them, were gone through ${count} times in the same order.`,
    why: 'Each gave the same result as before, so that another round brings nothing new.',
    next: USE_IT,
  }),
  same_result_varied_args: (tool, count) => ({
    what: `${count} calls of ${tool} with different arguments gave the same result.`,
    why: 'More variations of this call will give it too.',
    next: ['Take this result as the answer.', 'If it was not enough, take another tool or look elsewhere.'],
  }),
  same_error_varied_args: (tool, count) => ({
    what: `${count} calls of ${tool} failed with the same error.`,
    why: 'Other arguments did not change it: the cause lies elsewhere.',
    next: ['Read the error and the schema of the tool again.', 'Find out what the tool needs before the next call, or take another tool.'],
  }),
  text_monologue: (_tool, count) => ({
    what: `The same answer was given ${count} times.`,
    why: 'It neither called a tool nor ended the work.',
    next: [
      'Call a tool with the tool-calling interface of this API if something is left to do.',
      'Otherwise end with a short answer for the user.',
    ],
  }),
  empty_replies: (_tool, count) => ({
    what: `${count} empty answers came one after the other.`,
    why: 'Nothing was said and no tool was called.',
    next: ['Call a tool if something is left to do.', 'Otherwise end with a short answer for the user.'],
  }),
};
