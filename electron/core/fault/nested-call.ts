import { isCommandName, isDirectoryName } from './call-target.ts';
import { isJsonObject, own, type Json, type JsonObject } from '../../../shared/json.ts';

/** Argument names of well-known tools that appear together only in a call of their own (errors.md part A2, TYPE/003). */
const SIGNATURES: readonly (readonly string[])[] = [
  ['server_name', 'tool_name'],
  ['path', 'content'],
  ['file_path', 'content'],
  ['filePath', 'content'],
  ['path', 'regex'],
  ['path', 'pattern'],
  ['path', 'diff'],
  ['query', 'path'],
  ['pattern', 'file_pattern'],
  ['file_path', 'old_string'],
  ['filePath', 'oldString'],
  ['command', 'cwd'],
  ['command', 'description'],
  ['command', 'timeout'],
];
const NAMES = ['tool', 'tool_name', 'name', 'function', 'recipient_name'];
const BODIES = ['arguments', 'parameters', 'input', 'args', 'params'];
/** Parameters that hold an object by design. */
const ALLOWED = new Set(['indentation', 'arguments', 'options', 'metadata', 'env', 'headers']);
const DEEPEST = 4;
const MOST_NODES = 64;

/**
 * The parameter that holds another call's arguments, or a whole call, where a plain value is due; undefined when none does. Looks at most four
 * levels deep at 64 nodes.
 */
export function nestedCallIn(args: JsonObject): string | undefined {
  let nodes = 0;
  const holdsCall = (value: Json, depth: number): boolean => {
    nodes += 1;
    if (depth > DEEPEST || nodes > MOST_NODES) return false;
    if (Array.isArray(value)) return value.some((each: Json) => isJsonObject(each) && isWholeCall(each));
    if (!isJsonObject(value)) return false;
    if (isWholeCall(value) || SIGNATURES.some((signature) => signature.every((name) => own(value, name) !== undefined))) return true;
    return Object.values(value).some((each) => each !== undefined && holdsCall(each, depth + 1));
  };
  for (const [key, value] of Object.entries(args)) {
    if (ALLOWED.has(key) || !isJsonObject(value)) continue;
    if (holdsCall(value, 1) || isLoneCommand(key, value)) return key;
  }
  return undefined;
}

/** A command by itself is a call of a shell, except where a command or a folder is due: there it is the wrong form of that. */
const isLoneCommand = (key: string, value: JsonObject): boolean =>
  !isCommandName(key) && !isDirectoryName(key) && Object.keys(value).length === 1 && typeof own(value, 'command') === 'string';

const isWholeCall = (value: JsonObject): boolean =>
  NAMES.some((name) => typeof own(value, name) === 'string') && BODIES.some((name) => isJsonObject(own(value, name)));
