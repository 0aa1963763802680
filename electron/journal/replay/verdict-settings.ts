import { type SettingKey, type Settings, withSetting } from '../../../shared/settings.ts';
import type { Json } from '../../../shared/json.ts';

/** Settings on which a verdict hangs: they go along with a bundle, so that a replay can name the one that changed. No keys, no tokens. */
const keys: readonly SettingKey[] = [
  'recovery.mode',
  'recovery.formats',
  'recovery.proseCeiling',
  'recovery.maxHeldBytes',
  'approval.onExpiry',
  'reask.max',
  'calls.hold',
  'repair.arguments',
  'repair.concatenated',
  'healing',
  'preflight.block',
  'guidance.enabled',
  'guidance.format',
  'guidance.hints',
  'guidance.patterns',
  'guidance.prompt',
  'circuit.threshold',
  'loop.guideAt',
  'loop.openAt',
  'loop.tools',
  'redact.towardsModel',
];

export type VerdictSettings = Readonly<Record<string, Json>>;

/** The settings in force as a bundle keeps them; of each upstream only what a verdict hangs on: profile and format switches. */
export function verdictSettingsOf(settings: Settings): VerdictSettings {
  const upstreams = Object.entries(settings.upstreams).map(([name, { profile, formats }]) => [
    name,
    { ...(profile === undefined ? {} : { profile }), ...(formats === undefined ? {} : { formats }) },
  ]);
  return { ...Object.fromEntries(keys.map((key) => [key, settings[key] as Json])), upstreams: Object.fromEntries(upstreams) as Json };
}

export interface ChangedSetting {
  readonly key: string;
  readonly before: Json;
  readonly after: Json;
}

/** What was set otherwise when it was recorded. A key that is not known any more is left out. */
export function changedSettings(recorded: VerdictSettings, today: Settings): readonly ChangedSetting[] {
  const now = verdictSettingsOf(today);
  return keys.flatMap((key) => {
    const before = Object.hasOwn(recorded, key) ? recorded[key] : undefined;
    const after = now[key];
    if (before === undefined || after === undefined || JSON.stringify(before) === JSON.stringify(after)) return [];
    return withSetting(today, key, before).ok ? [{ key, before, after }] : [];
  });
}
