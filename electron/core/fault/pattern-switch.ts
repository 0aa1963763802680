import type { Settings } from '../../../shared/settings.ts';

/**
 * The switch of one fault pattern (`guidance.patterns`, console "Rules"). Off: the fault is still classified and recorded, but nothing new is written
 * to the model about it, and its circuit neither opens nor ends a turn. What was written before stays where it stands (contract 2.6).
 */
export function patternSwitch({ 'guidance.patterns': switches }: Settings, id: string): 'on' | 'off' {
  return (Object.hasOwn(switches, id) ? switches[id] : undefined) ?? 'on';
}
