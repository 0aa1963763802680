import type { ReplyContext } from '../leak/leak-verdict.ts';
import type { LaneContext } from './lane-context.ts';

/** What scan and admission are told, from settings and the operator's switches of the session. */
export function recoveryOf(
  context: LaneContext,
): Pick<ReplyContext, 'mode' | 'formatSwitch' | 'structuredOutput' | 'maxHeldBytes' | 'proseCeiling'> {
  const { request, settings } = context;
  const mode = settings['recovery.mode'];
  return {
    mode: context.holdEverything && mode === 'auto' ? 'ask' : mode,
    formatSwitch: context.formatSwitch,
    structuredOutput: request.structuredOutput,
    maxHeldBytes: settings['recovery.maxHeldBytes'],
    proseCeiling: settings['recovery.proseCeiling'],
  };
}
