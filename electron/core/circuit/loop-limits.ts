import type { Settings } from '../../../shared/settings.ts';

export type LoopSettings = Pick<Settings, 'loop.guideAt' | 'loop.openAt' | 'loop.tools'>;

/** From which count a signal is told to the model, and from which the circuit is open. */
export interface LoopLimits {
  readonly guideAt: number;
  readonly openAt: number;
}

/**
 * What a tool's rounds may reach (`loop.tools.<name>`, else `loop.guideAt` and `loop.openAt`); undefined: the tool is off. Of several tools the
 * most patient counts.
 */
export function limitsFor(tools: readonly string[], settings: LoopSettings): LoopLimits | undefined {
  let limits: LoopLimits | undefined;
  for (const tool of tools) {
    const chosen = Object.hasOwn(settings['loop.tools'], tool) ? settings['loop.tools'][tool] : undefined;
    if (chosen === 'off') return undefined;
    const { guideAt, openAt } = chosen ?? { guideAt: settings['loop.guideAt'], openAt: settings['loop.openAt'] };
    limits = { guideAt: Math.max(guideAt, limits?.guideAt ?? 0), openAt: Math.max(openAt, limits?.openAt ?? 0) };
  }
  return limits === undefined ? undefined : { guideAt: limits.guideAt, openAt: Math.max(limits.openAt, limits.guideAt + 1) };
}

/** Results that look like a state that is still changing: twice the patience (errors.md B3: 6 and 10). */
export const patient = ({ guideAt, openAt }: LoopLimits): LoopLimits => ({ guideAt: 2 * guideAt, openAt: 2 * openAt });

export const later = ({ guideAt, openAt }: LoopLimits, guide: number, open: number): LoopLimits => ({
  guideAt: guideAt + guide,
  openAt: openAt + open,
});
