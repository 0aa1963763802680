import type { SettingState } from '../../shared/ipc/contract.ts';
import type { Json } from '../../shared/json.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import {
  noSuchSetting,
  type SettingKey,
  type SettingProblem,
  type Settings,
  settingKeyOf,
  settingRows,
  withSetting,
} from '../../shared/settings.ts';
import { maskKeys, unmaskKey, unmaskKeys } from './mask-keys.ts';
import type { KeyPlace, SecretStore } from './secret-store.ts';
import { unknownNameIn } from './setting-names.ts';
import {
  readSettingsFile,
  type SettingsDocument,
  settingsOf,
  watchSettingsFile,
  withDocumentSetting,
  writeSettingsFile,
} from './settings-file.ts';
import { moveKeys, withKeys } from './split-keys.ts';

/** What changed; `pending` keys wait for the operator's confirmation (design 4.3). */
export interface SettingsChange {
  readonly keys: readonly SettingKey[];
  readonly by: 'operator' | 'file';
  readonly pending: boolean;
}

/** The settings in force, and the ways in which they change. */
export interface SettingsStore {
  readonly file: string;
  /** What is in force; upstreams hold their keys, wherever those are kept. */
  current(): Settings;
  /** Every setting as the console shows it; upstream keys are masked. */
  states(): readonly SettingState[];
  /** The operator sets one key (or one entry of a record): in force at once, and written to the file. */
  set(path: string, value: unknown): Result<SettingState, SettingProblem>;
  /** Where the key of an upstream comes from; undefined: it has none. */
  keyPlace(name: string): KeyPlace | undefined;
  /** What waits for confirmation comes into force, or goes out of the file again. */
  settlePending(key: string, accept: boolean): Result<SettingState, SettingProblem>;
  onChange(listener: (change: SettingsChange) => void): () => void;
  /** The file became unreadable or invalid while running: what was in force stays in force. */
  onProblem(listener: (problem: SettingProblem) => void): () => void;
  close(): void;
}

export interface SettingsSource {
  readonly file: string;
  /** From the command line, over the file, until the operator sets the same key. */
  readonly overrides: readonly { readonly key: string; readonly value: unknown }[];
  /** Where keys of upstreams are kept; without it they stay in the settings file. */
  readonly secrets?: SecretStore | undefined;
}

const keys = Object.keys(settingRows) as readonly SettingKey[];

/** Loads and validates; a bad key or value is a problem that names both. */
export function openSettings(source: SettingsSource, watchIntervalMs?: number): Result<SettingsStore, SettingProblem> {
  const document = readSettingsFile(source.file);
  if (!document.ok) return document;
  const fromFile = named(settingsOf(document.value));
  if (!fromFile.ok) return fail({ key: `${fromFile.error.key} in ${source.file}`, rule: fromFile.error.rule });
  const inForce = withOverrides(fromFile.value, source.overrides);
  if (!inForce.ok) return inForce;
  return ok(new FileSettingsStore(source, fromFile.value, inForce.value, watchIntervalMs));
}

function withOverrides(settings: Settings, overrides: SettingsSource['overrides']): Result<Settings, SettingProblem> {
  let result = settings;
  for (const { key, value } of overrides) {
    const applied = withSetting(result, key, value);
    if (!applied.ok) return fail(applied.problem);
    result = applied.settings;
  }
  return named(ok(result));
}

/** Settings whose switches name what there is. */
function named(settings: Result<Settings, SettingProblem>): Result<Settings, SettingProblem> {
  const unknown = settings.ok ? unknownNameIn(settings.value) : undefined;
  return unknown === undefined ? settings : fail(unknown);
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

class FileSettingsStore implements SettingsStore {
  readonly file: string;
  readonly #changeListeners = new Set<(change: SettingsChange) => void>();
  readonly #problemListeners = new Set<(problem: SettingProblem) => void>();
  readonly #pending = new Map<SettingKey, unknown>();
  readonly #overridden: Set<SettingKey>;
  readonly #unwatch: () => void;
  readonly #secrets: SecretStore | undefined;
  /** Without the keys that are kept apart. */
  #inForce: Settings;
  /** The same with those keys. */
  #complete: Settings;
  /** What the file said when it was last read or written: only a difference to this is a change by file. */
  #fromFile: Settings;

  constructor(source: SettingsSource, fromFile: Settings, inForce: Settings, watchIntervalMs: number | undefined) {
    this.file = source.file;
    this.#fromFile = fromFile;
    this.#secrets = source.secrets;
    this.#inForce = inForce;
    this.#complete = this.#completed();
    this.#overridden = new Set(source.overrides.flatMap(({ key }) => settingKeyOf(key)?.key ?? []));
    this.#unwatch = watchSettingsFile(source.file, () => this.#readAgain(), watchIntervalMs);
  }

  current(): Settings {
    return this.#complete;
  }

  states(): readonly SettingState[] {
    return keys.map((key) => this.#state(key));
  }

  set(path: string, value: unknown): Result<SettingState, SettingProblem> {
    const at = settingKeyOf(path);
    if (at === undefined) return fail({ key: path, rule: noSuchSetting });
    const applied = withSetting(at.key === 'upstreams' ? this.#complete : this.#inForce, path, this.#unmasked(at, value));
    if (!applied.ok) return fail(applied.problem);
    const unknown = unknownNameIn(applied.settings);
    if (unknown !== undefined) return fail(unknown);
    const document = readSettingsFile(this.file);
    if (!document.ok) return document;
    const bare = this.#withoutKeys(at.key, applied.settings);
    if (!bare.ok) return bare;
    const written = this.#write(document.value, at.key, bare.value);
    if (!written.ok) return written;
    this.#inForce = bare.value;
    this.#complete = this.#completed();
    this.#pending.delete(at.key);
    this.#overridden.delete(at.key);
    this.#tell({ keys: [at.key], by: 'operator', pending: false });
    return ok(this.#state(at.key));
  }

  keyPlace(name: string): KeyPlace | undefined {
    const { upstreams } = this.#inForce;
    const upstream = Object.hasOwn(upstreams, name) ? upstreams[name] : undefined;
    if (upstream === undefined) return undefined;
    return upstream.key === undefined ? this.#secrets?.keyOf(name, upstream.url)?.place : 'settings';
  }

  settlePending(path: string, accept: boolean): Result<SettingState, SettingProblem> {
    const key = settingKeyOf(path)?.key;
    if (key === undefined || !this.#pending.has(key)) return fail({ key: path, rule: 'nothing of it waits for confirmation' });
    const wanted = { ...this.#inForce, [key]: accept ? this.#pending.get(key) : this.#inForce[key] };
    if (!accept) {
      const document = readSettingsFile(this.file);
      const written = document.ok ? this.#write(document.value, key, wanted) : document;
      if (!written.ok) return written;
    }
    this.#pending.delete(key);
    this.#inForce = wanted;
    this.#complete = this.#completed();
    if (accept) this.#tell({ keys: [key], by: 'operator', pending: false });
    return ok(this.#state(key));
  }

  onChange(listener: (change: SettingsChange) => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  onProblem(listener: (problem: SettingProblem) => void): () => void {
    this.#problemListeners.add(listener);
    return () => this.#problemListeners.delete(listener);
  }

  close(): void {
    this.#unwatch();
    this.#changeListeners.clear();
    this.#problemListeners.clear();
  }

  /** Writes the key's whole value: what is in force then is what the file says. Other keys of the file stay as they stand there. */
  #write(document: SettingsDocument, key: SettingKey, settings: Settings): Result<undefined, SettingProblem> {
    const changed = withDocumentSetting(document, key, settings[key]);
    const written = writeSettingsFile(this.file, changed);
    if (written.ok) this.#fromFile = { ...this.#fromFile, [key]: settings[key] };
    return written;
  }

  #completed(): Settings {
    return { ...this.#inForce, upstreams: withKeys(this.#inForce.upstreams, this.#secrets) };
  }

  /** Keys go to their own place before the rest is written: a key is never in the settings file, not even for a moment. */
  #withoutKeys(key: SettingKey, settings: Settings): Result<Settings, SettingProblem> {
    if (key !== 'upstreams' || this.#secrets === undefined) return ok(settings);
    const moved = moveKeys(settings.upstreams, this.#inForce.upstreams, this.#secrets);
    return moved.ok ? ok({ ...settings, upstreams: moved.value }) : moved;
  }

  #readAgain(): void {
    const document = readSettingsFile(this.file);
    const settings = document.ok ? named(settingsOf(document.value)) : document;
    if (!settings.ok) {
      for (const listener of this.#problemListeners) listener(settings.error);
      return;
    }
    const changed = keys.filter((key) => !isSame(settings.value[key], this.#fromFile[key]));
    this.#fromFile = settings.value;
    const waiting = changed.filter((key) => this.#adopt(key, settings.value) === 'pending');
    this.#complete = this.#completed();
    const adopted = changed.filter((key) => !waiting.includes(key));
    if (adopted.length > 0) this.#tell({ keys: adopted, by: 'file', pending: false });
    if (waiting.length > 0) this.#tell({ keys: waiting, by: 'file', pending: true });
  }

  /** A guarded key waits; a change back to what is in force takes the wait away. What the command line set stays. */
  #adopt(key: SettingKey, settings: Settings): 'adopted' | 'pending' {
    this.#pending.delete(key);
    if (this.#overridden.has(key) || isSame(settings[key], this.#inForce[key])) return 'adopted';
    if (!('guarded' in settingRows[key])) {
      this.#inForce = { ...this.#inForce, [key]: settings[key] };
      return 'adopted';
    }
    this.#pending.set(key, settings[key]);
    return 'pending';
  }

  #unmasked(at: { readonly key: SettingKey; readonly entry: string | undefined }, value: unknown): unknown {
    if (at.key !== 'upstreams') return value;
    const stored = this.#complete.upstreams;
    if (at.entry === undefined) return unmaskKeys(value, stored);
    return unmaskKey(value, Object.hasOwn(stored, at.entry) ? stored[at.entry]?.key : undefined);
  }

  #state(key: SettingKey): SettingState {
    const row = settingRows[key];
    const shown = (value: unknown) => (key === 'upstreams' ? maskKeys(value as Settings['upstreams']) : value) as Json;
    return {
      key,
      value: shown(this.#complete[key]),
      fallback: row.fallback,
      help: row.help,
      guarded: 'guarded' in row,
      ...(this.#pending.has(key) ? { pending: shown(this.#pending.get(key)) } : {}),
    };
  }

  #tell(change: SettingsChange): void {
    for (const listener of this.#changeListeners) listener(change);
  }
}
