import { knownSecretsOf } from '../core/secret/known-secrets.ts';
import { loadSettings } from './load-settings.ts';
import type { ProgramOptions } from './program-options.ts';
import { openSecrets, readSecretFile, secretFile } from './secret-store.ts';

/** Our own secrets as a command sees them, and keys that only the desktop's keychain can open. */
export interface KnownOnDisk {
  readonly known: readonly string[];
  /** Names of upstreams whose keys are sealed: the journal was blanked of them when it was written, a command knows them by shape only. */
  readonly sealed: readonly string[];
}

/** Keys of the settings, the environment and the 0600 file, and every token of the gateway: what a command blanks by value. */
export function knownOnDisk(options: Pick<ProgramOptions, 'data' | 'settingsFile' | 'overrides' | 'upstreams'>): KnownOnDisk {
  const file = readSecretFile(secretFile(options.data));
  const settings = loadSettings(options, openSecrets({ data: options.data, environment: process.env }));
  const current = settings.ok ? knownSecretsOf(settings.value.current()) : [];
  if (settings.ok) settings.value.close();
  const stored = Object.values(file.keys).flatMap(({ plain }) => plain ?? []);
  const given = Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith('SIGNALBOX_KEY_') && value !== undefined ? [value] : [],
  );
  const tokens = [file.gatewayToken, file.runningToken].flatMap((token) => token ?? []);
  const sealed = Object.entries(file.keys).flatMap(([name, { plain, sealed: shut }]) =>
    plain === undefined && shut !== undefined ? [name] : [],
  );
  return { known: [...new Set([...current, ...stored, ...given, ...tokens])], sealed };
}
