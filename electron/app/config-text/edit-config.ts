import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json } from '../../../shared/json.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { ConfigPath, ConfigText } from './config-text.ts';
import { dotenvText } from './dotenv-text.ts';
import { jsoncText } from './jsonc-text.ts';
import { tomlText } from './toml-text.ts';
import { yamlText } from './yaml-text.ts';

export type ConfigFormat = 'jsonc' | 'toml' | 'yaml' | 'dotenv';

export const configTexts: Readonly<Record<ConfigFormat, ConfigText>> = {
  jsonc: jsoncText,
  toml: tomlText,
  yaml: yamlText,
  dotenv: dotenvText,
};

export interface ConfigEdit {
  readonly path: ConfigPath;
  readonly value: string | undefined;
}

/**
 * Applies edits and proves by reading the outcome that nothing else changed: a file of somebody else is either edited exactly or left
 * alone. The error says why.
 */
export function editConfig(format: ConfigFormat, text: string, edits: readonly ConfigEdit[]): Result<string, string> {
  const config = configTexts[format];
  let current = text;
  for (const { path, value } of edits) {
    const before = config.read(current);
    if (!before.ok) return before;
    const written = config.write(current, path, value);
    if (!written.ok) return written;
    const after = config.read(written.value);
    if (!after.ok || !isDeepStrictEqual(plain(after.value), plain(withValue(before.value, path, value))))
      return fail(`${path.join('.')} can not be changed without touching something else`);
    current = written.value;
  }
  return ok(current);
}

/** The string at a path; undefined when there is none. */
export function valueAt(root: Json, path: ConfigPath): string | undefined {
  let value: unknown = root;
  for (const key of path)
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string | number, unknown>)[key]
        : undefined;
  return typeof value === 'string' ? value : undefined;
}

function withValue(root: Json | undefined, [key, ...rest]: ConfigPath, value: string | undefined): Json | undefined {
  if (key === undefined) return value;
  if (Array.isArray(root)) return root.map((item, index) => (index === key ? (withValue(item, rest, value) ?? null) : item));
  const own = isJsonObject(root) ? root : {};
  const inner = withValue(Object.hasOwn(own, key) ? own[key] : undefined, rest, value);
  const { [String(key)]: _, ...others } = own;
  return inner === undefined ? others : { ...others, [String(key)]: inner };
}

/** Parsers make objects without prototype and own date types: compared as JSON says them. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
