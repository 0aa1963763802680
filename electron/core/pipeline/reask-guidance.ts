import type { Settings } from '../../../shared/settings.ts';
import { dualProtocolGuidance } from '../fault/fault-guidance.ts';
import { guidanceText } from '../fault/guidance.ts';
import { patternSwitch } from '../fault/pattern-switch.ts';
import type { LeakVerdict } from '../leak/leak-verdict.ts';
import type { Effect } from './effect.ts';

/** The neutral words of contract 2.3 "Held": a person may have meant the text as an answer. */
export const NEUTRAL = 'If you meant to call a tool, call it with the tool-calling interface of this API. Otherwise repeat your answer.';

/** The protocol guide of contract 2.3 check 3, for the result of a native call; undefined: its pattern is off. */
export const dualProtocolGuide = (settings: Settings): { readonly text: string; readonly pattern: string } | undefined =>
  patternSwitch(settings, dualProtocolGuidance.pattern) === 'off'
    ? undefined
    : { text: guidanceText(dualProtocolGuidance, settings['guidance.format']), pattern: dualProtocolGuidance.pattern };

export const UNFINISHED =
  'The call was cut off before its arguments were complete and was not run. Write it again, whole; split it into smaller calls if it is long.';

/** For a call that the operator wanted to see and that nobody decided in time. */
export const UNDECIDED = 'Nobody approved this call in time, and it was not run. Continue the task another way, or say what you need.';

export const refusalGuidance = (verdict: LeakVerdict & { readonly type: 'hold' }): string =>
  `Your last reply wrote a tool call as text, and it can't be run as it stands (${verdict.reason}). Nothing was run. Call the tool with the tool-calling interface of this API, with exactly the arguments that its schema asks for.`;

/** Tells the model what the operator decided and why. */
export const declinedGuidance = (calls: number, reason: string | undefined): string =>
  `The operator declined ${calls === 1 ? 'this call' : 'these calls'}: ${reason === undefined || reason === '' ? 'the operator declined this call' : reason}. It was not run. Do not repeat it; continue the task another way, or say why you can't.`;

/** For the first call that leaves beside declined ones: their reasons (contract 2.3 "Held"). */
export const declinedGuide = (callId: string, reasons: readonly (string | undefined)[]): Effect & { readonly type: 'attach-guide' } => ({
  type: 'attach-guide',
  callId,
  text: `Another call of that reply was declined by the operator: ${reasons.map((reason) => reason || 'the operator declined this call').join('; ')}`,
  pattern: 'operator',
});
