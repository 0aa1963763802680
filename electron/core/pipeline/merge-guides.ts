import type { Effect } from './effect.ts';

type Guide = Effect & { readonly type: 'attach-guide' };

/**
 * Guides of one reply that wait for the result of the same call become one, in order (contract 2.5): a result holds one guide, and none of
 * them may be lost. The first one's pattern names it.
 */
export function mergeGuides(effects: readonly Effect[]): readonly Effect[] {
  const guides = effects.filter((effect) => effect.type === 'attach-guide');
  if (guides.length < 2) return effects;
  const merged = new Map<string, Guide>();
  for (const guide of guides) {
    const before = merged.get(guide.callId);
    merged.set(guide.callId, before === undefined ? guide : { ...before, text: `${before.text}\n\n${guide.text}` });
  }
  return effects.flatMap((effect): readonly Effect[] => {
    if (effect.type !== 'attach-guide') return [effect];
    const guide = merged.get(effect.callId);
    merged.delete(effect.callId);
    return guide === undefined ? [] : [guide];
  });
}
