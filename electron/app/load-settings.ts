import { existsSync } from 'node:fs';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { ProgramOptions } from './program-options.ts';
import type { SecretStore } from './secret-store.ts';
import { readSettingsFile, settingsOf } from './settings-file.ts';
import { openSettings, type SettingsStore } from './settings-store.ts';
import type { StartProblem } from './start-problem.ts';

/**
 * The settings of a command line: defaults, then the file, then `--upstream` and `--set`. A bad one ends the start with code 2, and so
 * does a file that was named and is not there: what it sets (`recovery.mode` off, say) would silently not be in force.
 */
export function loadSettings(
  options: Pick<ProgramOptions, 'settingsFile' | 'settingsNamed' | 'overrides' | 'upstreams'>,
  secrets?: SecretStore,
): Result<SettingsStore, StartProblem> {
  if (options.settingsNamed === true && !existsSync(options.settingsFile)) {
    const message = `--settings ${options.settingsFile}: there is no such file, and what it should set would not be in force. Next: correct the path, or write {} into it to begin with the defaults`;
    return fail({ exitCode: 2, message });
  }
  const opened = openSettings({ file: options.settingsFile, overrides: [...upstreamOverride(options), ...options.overrides], secrets });
  if (opened.ok) return ok(opened.value);
  return fail({ exitCode: 2, message: `setting ${opened.error.key}: ${opened.error.rule}` });
}

/** Upstreams of the command line come before those of the file: the first is the default (4.1). */
function upstreamOverride(
  options: Pick<ProgramOptions, 'settingsFile' | 'upstreams'>,
): readonly { readonly key: string; readonly value: unknown }[] {
  if (options.upstreams.length === 0) return [];
  const document = readSettingsFile(options.settingsFile);
  const settings = document.ok ? settingsOf(document.value) : document;
  const stored = settings.ok ? settings.value.upstreams : {};
  const given = Object.fromEntries(
    options.upstreams.map(({ name, url }) => [name, { ...(Object.hasOwn(stored, name) ? stored[name] : {}), url }]),
  );
  const others = Object.entries(stored).filter(([name]) => !Object.hasOwn(given, name));
  return [{ key: 'upstreams', value: { ...given, ...Object.fromEntries(others) } }];
}
