import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { fail, ok, type Result } from '../../shared/result.ts';
import {
  defaultSettings,
  type SettingKey,
  settingKeyOf,
  settingRows,
  type SettingProblem,
  type Settings,
  withSetting,
} from '../../shared/settings.ts';

/** `settings.json` as it stands: dotted keys, also one level into a record (`healing.bridge`). `$schema` is kept and ignored. */
export type SettingsDocument = Readonly<Record<string, unknown>>;

/** Reads the file; a missing one is empty. Errors name the file and what is wrong with it. */
export function readSettingsFile(path: string): Result<SettingsDocument, SettingProblem> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return ok({});
    return fail({ key: path, rule: `can not be read: ${error instanceof Error ? error.message : String(error)}` });
  }
  if (text.trim() === '') return ok({});
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return ok(value as SettingsDocument);
    return fail({ key: path, rule: 'must hold one JSON object of settings' });
  } catch (error) {
    return fail({ key: path, rule: `is no JSON: ${error instanceof Error ? error.message : String(error)}` });
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** The document's values over the defaults. Whole records are applied before entries of them, and those before their parts, whatever their order in the file. */
export function settingsOf(document: SettingsDocument): Result<Settings, SettingProblem> {
  const keys = Object.keys(document).filter((key) => key !== '$schema');
  const isEntry = (key: string) => (settingKeyOf(key)?.entry === undefined ? 0 : 1);
  let settings = defaultSettings;
  for (const key of keys.sort((a, b) => isEntry(a) - isEntry(b) || a.split('.').length - b.split('.').length)) {
    const applied = withSetting(settings, key, document[key]);
    if (!applied.ok) return fail(applied.problem);
    settings = applied.settings;
  }
  return ok(settings);
}

/** The document with the whole value of one setting changed; entries of it (`healing.bridge`) go. A value equal to the default is left out. */
export function withDocumentSetting(document: SettingsDocument, key: SettingKey, value: unknown): SettingsDocument {
  const rest = Object.fromEntries(Object.entries(document).filter(([name]) => settingKeyOf(name)?.key !== key));
  const isDefault = JSON.stringify(value) === JSON.stringify(settingRows[key].fallback);
  return isDefault ? rest : { ...rest, [key]: value };
}

/** Writes the whole file or nothing: a new file beside it, flushed, then renamed. It may hold keys, so only its owner reads it. */
export function writeSettingsFile(path: string, document: SettingsDocument): Result<undefined, SettingProblem> {
  const beside = `${path}.${process.pid}.new`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(beside, 'w', 0o600);
    try {
      writeSync(file, `${JSON.stringify(document, null, 2)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
    return ok(undefined);
  } catch (error) {
    rmSync(beside, { force: true });
    return fail({ key: path, rule: `can not be written: ${error instanceof Error ? error.message : String(error)}` });
  }
}

/** Calls back when the file changed. By polling: it also sees renames and works on every file system. */
export function watchSettingsFile(path: string, onChange: () => void, intervalMs = 1000): () => void {
  let seen = signatureOf(path);
  const timer = setInterval(() => {
    const now = signatureOf(path);
    if (now === seen) return;
    seen = now;
    onChange();
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

function signatureOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? 'missing' : `${stat.mtimeMs}/${stat.size}/${stat.ino}`;
}
