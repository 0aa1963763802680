import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { SettingProblem } from '../../shared/settings.ts';

/** Encryption by the system's keychain; only the desktop host has one. */
export interface SecretCipher {
  seal(text: string): string;
  /** Undefined: sealed by another user or system. */
  open(sealed: string): string | undefined;
}

/** Where an upstream's key comes from. `settings`: written by hand in clear into the settings file or on the command line. */
export type KeyPlace = 'environment' | 'keychain' | 'file' | 'settings';

/**
 * Keys of upstreams and the gateway token that goes with them (design 4.2, 4.4): in a file of mode 0600 beside the journal, keys sealed by
 * the keychain where there is one. Never in the settings file, an export or an answer.
 */
export interface SecretStore {
  readonly keptIn: 'keychain' | 'file';
  /** The key for an upstream at `url`: `SIGNALBOX_KEY_<NAME>`, else what was stored for this very origin. */
  keyOf(name: string, url: string): { readonly key: string; readonly place: KeyPlace } | undefined;
  /** True for a key that is stored for this very origin and that only the keychain of the desktop host can open. */
  isSealed(name: string, url: string): boolean;
  /** Stores a key for the origin of `url`; undefined forgets it. */
  setKey(name: string, url: string, key: string | undefined): Result<undefined, SettingProblem>;
  /** What agents present where a key is stored here; made at the first use and kept. */
  token(): string;
  /** `gateway.token` of the gateway that runs, wherever it was set: for commands of the same user. */
  runningToken(): string | undefined;
  /** Leaves it, while the gateway runs; undefined takes it away. */
  setRunningToken(token: string | undefined): Result<undefined, SettingProblem>;
}

const storedKey = z.object({ origin: z.string(), plain: z.string().optional(), sealed: z.string().optional() });
const fileShape = z.object({
  gatewayToken: z.string().min(16).optional(),
  runningToken: z.string().optional(),
  keys: z.record(z.string(), storedKey).default({}),
});
type SecretFile = z.infer<typeof fileShape>;

/** The environment variable that holds the key of an upstream: `my-box` → `SIGNALBOX_KEY_MY_BOX`. */
export const keyVariable = (name: string): string => `SIGNALBOX_KEY_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;

export const secretFile = (data: string): string => join(data, 'secrets.json');

export interface SecretSetup {
  readonly data: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cipher?: SecretCipher | undefined;
}

export function openSecrets({ data, environment, cipher }: SecretSetup): SecretStore {
  const path = secretFile(data);
  let file = readSecretFile(path);
  const write = (next: SecretFile): Result<undefined, SettingProblem> => {
    const written = writePrivateFile(path, `${JSON.stringify(next, null, 2)}\n`);
    if (written.ok) file = next;
    return written;
  };
  const storedFor = (name: string, url: string) => {
    const stored = Object.hasOwn(file.keys, name) ? file.keys[name] : undefined;
    // A key goes only where it was stored for: another address under the same name never gets it.
    return stored?.origin === originOf(url) ? stored : undefined;
  };
  const givenFor = (name: string): string | undefined => environment[keyVariable(name)] || undefined;
  return {
    keptIn: cipher === undefined ? 'file' : 'keychain',
    keyOf(name, url) {
      const given = givenFor(name);
      if (given !== undefined) return { key: given, place: 'environment' };
      const stored = storedFor(name, url);
      if (stored === undefined) return undefined;
      if (stored.plain !== undefined) return { key: stored.plain, place: 'file' };
      const key = stored.sealed === undefined ? undefined : cipher?.open(stored.sealed);
      return key === undefined ? undefined : { key, place: 'keychain' };
    },
    isSealed(name, url) {
      const { plain, sealed } = storedFor(name, url) ?? {};
      return givenFor(name) === undefined && plain === undefined && sealed !== undefined && cipher?.open(sealed) === undefined;
    },
    setKey(name, url, key) {
      const { [name]: before, ...others } = file.keys;
      if (key === undefined) return before === undefined ? ok(undefined) : write({ ...file, keys: others });
      const kept = cipher === undefined ? { plain: key } : { sealed: cipher.seal(key) };
      return write({ ...file, keys: { ...others, [name]: { origin: originOf(url), ...kept } } });
    },
    token() {
      if (file.gatewayToken !== undefined) return file.gatewayToken;
      const gatewayToken = randomBytes(24).toString('base64url');
      // An unwritable folder: the token of this run is still a token.
      if (!write({ ...file, gatewayToken }).ok) file = { ...file, gatewayToken };
      return gatewayToken;
    },
    // Another program's: it is read when it is asked for.
    runningToken: () => readSecretFile(path).runningToken,
    setRunningToken(token) {
      if (token === file.runningToken) return ok(undefined);
      const { runningToken: _, ...rest } = file;
      return write(token === undefined ? rest : { ...rest, runningToken: token });
    },
  };
}

const originOf = (url: string): string => URL.parse(url)?.origin ?? url;

/** A missing or damaged file holds nothing: keys are typed in again. */
export function readSecretFile(path: string): SecretFile {
  try {
    return fileShape.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return { keys: {} };
  }
}

/** Writes the whole file or nothing, for its owner only. */
export function writePrivateFile(path: string, text: string): Result<undefined, SettingProblem> {
  const beside = `${path}.${process.pid}.new`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const handle = openSync(beside, 'w', 0o600);
    try {
      writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(beside, path);
    return ok(undefined);
  } catch (error) {
    rmSync(beside, { force: true });
    return fail({ key: path, rule: `can not be written: ${error instanceof Error ? error.message : String(error)}` });
  }
}
