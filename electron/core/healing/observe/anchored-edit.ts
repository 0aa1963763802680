import { isJsonObject, own, type Json, type JsonObject } from '../../../../shared/json.ts';

/** One file, as text, under one name. */
export interface NamedPath {
  readonly key: string;
  readonly path: string;
}

const PATH_KEYS = ['file_path', 'filePath', 'path', 'absolute_path', 'target_file', 'filepath', 'file', 'filename'];
const ANCHORS = ['old_string', 'oldString', 'old_str', 'old_text', 'oldText'];

/** The file that arguments name; undefined when they name none, or not as text. */
export function pathIn(args: JsonObject): NamedPath | undefined {
  const key = PATH_KEYS.find((name) => own(args, name) !== undefined);
  const path = key === undefined ? undefined : own(args, key);
  return key !== undefined && typeof path === 'string' && path.trim() !== '' ? { key, path } : undefined;
}

/** The parameter of a tool that takes a file as text, the wanted name first. */
export function pathParameter(schema: JsonObject | undefined, wanted: string): string | undefined {
  const properties = schema === undefined ? undefined : own(schema, 'properties');
  if (!isJsonObject(properties)) return undefined;
  return [wanted, ...PATH_KEYS].find((name) => {
    const property = own(properties, name);
    return isJsonObject(property) && own(property, 'type') === 'string';
  });
}

/**
 * The file of an edit that says which text it replaces, every part of it: such an edit fails by itself where a person changed that text meanwhile.
 * Undefined: a rewrite, an insertion, a patch in another form.
 */
export function anchoredEdit(args: JsonObject): NamedPath | undefined {
  const parts = own(args, 'edits');
  const anchored = Array.isArray(parts) ? parts.length > 0 && parts.every(isAnchored) : isAnchored(args);
  return anchored ? pathIn(args) : undefined;
}

const isAnchored = (value: Json): boolean =>
  isJsonObject(value) &&
  ANCHORS.some((key) => {
    const text = own(value, key);
    return typeof text === 'string' && text.trim() !== '';
  });
