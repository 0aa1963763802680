import { isJsonObject, own, type Json, type JsonObject } from '../../../shared/json.ts';

const PATH_KEYS = [
  'path',
  'file_path',
  'filePath',
  'filepath',
  'absolute_path',
  'target_file',
  'notebook_path',
  'file',
  'filename',
  'dir_path',
  'dirPath',
  'directory',
  'dir',
  'paths',
  'files',
  'operations',
  'uri',
  'relative_path',
  'relative_workspace_path',
  'directory_path',
  'AbsolutePath',
  'TargetFile',
  'DirectoryPath',
  'pathInProject',
];
const DIRECTORY_KEYS = ['cwd', 'workdir', 'working_directory', 'workingDirectory', 'dir_path', 'working_dir', 'directory'];
const COMMAND_KEYS = ['command', 'cmd', 'commands', 'script', 'code'];

/** The path that a call is about, as written; '' when its arguments name none. */
export function pathOfCall(args: JsonObject | undefined): string {
  if (args === undefined) return '';
  for (const key of PATH_KEYS) {
    const found = textIn(own(args, key));
    if (found !== '') return found;
  }
  return '';
}

/** What a call works on, for "the same tool on the same target" (contract 2.6): its path, else its command, else ''. */
export function targetOfCall(args: JsonObject | undefined): string {
  const path = pathOfCall(args);
  return path !== '' ? plainPath(path) : commandOfCall(args).slice(0, 400);
}

export const isCommandName = (name: string): boolean => COMMAND_KEYS.includes(name);

export const isDirectoryName = (name: string): boolean => DIRECTORY_KEYS.includes(name);

/** What a call runs, as written; '' when its arguments hold no command. */
export function commandOfCall(args: JsonObject | undefined): string {
  for (const key of COMMAND_KEYS) {
    const found = textIn(args === undefined ? undefined : own(args, key));
    if (found !== '') return found;
  }
  return '';
}

/** Where the call was to run: a string, or the wrong thing in its place. */
export function directoryArgument(args: JsonObject | undefined): { readonly key: string; readonly value: Json } | undefined {
  if (args === undefined) return undefined;
  for (const key of DIRECTORY_KEYS) {
    const value = own(args, key);
    if (value !== undefined) return { key, value };
  }
  return undefined;
}

/** One spelling of a path: `./a` is `a`, doubled and reversed slashes are one. For comparison only. */
export const plainPath = (path: string): string =>
  path
    .slice(0, 1000)
    .replaceAll('\\', '/')
    .replace(/\/{2,}/g, '/')
    .replace(/^\.\//, '')
    .replace(/\/$/, '');

/** True when one is the other, or the end of it (a relative path and its absolute form). */
export function samePath(a: string, b: string): boolean {
  const [one, two] = [plainPath(a), plainPath(b)];
  if (one === '' || two === '') return false;
  return one === two || one.endsWith(`/${two}`) || two.endsWith(`/${one}`);
}

function textIn(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return textIn(value[0] as Json | undefined);
  return isJsonObject(value) ? textIn(own(value, 'path')) : '';
}
