import { z } from 'zod';
import { json } from './shapes.ts';

// A setting with its value, default and rule.

export const settingState = z.object({
  key: z.string(),
  value: json,
  fallback: json,
  help: z.string(),
  guarded: z.boolean(),
  pending: json.optional(),
});
export type SettingState = z.infer<typeof settingState>;
