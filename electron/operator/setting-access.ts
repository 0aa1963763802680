import type { SettingState } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/result.ts';
import type { SettingProblem, Settings } from '../../shared/settings.ts';

/** What the operator's side needs of the settings; the host's store fits. */
export interface SettingAccess {
  readonly file: string;
  current(): Settings;
  states(): readonly SettingState[];
  /** In force at once, and kept. A bad value names key and rule and changes nothing. */
  set(path: string, value: unknown): Result<SettingState, SettingProblem>;
}
