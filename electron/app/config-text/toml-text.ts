import { parse } from 'smol-toml';
import type { Json } from '../../../shared/json.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { ConfigText } from './config-text.ts';

/**
 * TOML, edited by line: a one-line string of a `[table]` is replaced, a new key of the root goes to the top, where no table has begun.
 * What can not be done by line (inline tables, dotted keys, multi-line strings) is refused; the caller checks the outcome with the parser.
 */
export const tomlText: ConfigText = {
  read(text) {
    try {
      return ok(parse(text) as Json);
    } catch (error) {
      return fail(`it is no TOML: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`);
    }
  },
  write(text, path, value) {
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const lines = text.split(/\r?\n/);
    const at = lineOf(lines, path.map(String));
    const key = String(path[path.length - 1]);
    if (at !== undefined) {
      if (value === undefined) return ok(lines.toSpliced(at, 1).join(eol));
      const [, head, tail] = valueLine.exec(lines[at] ?? '') ?? [];
      if (head === undefined) return fail(`the value of ${path.join('.')} is not a text on one line`);
      return ok(lines.with(at, `${head}${JSON.stringify(value)}${tail ?? ''}`).join(eol));
    }
    if (value === undefined) return ok(text);
    if (path.length > 1) return fail(`${path.join('.')} is not in it on a line of its own`);
    return ok(`${key} = ${JSON.stringify(value)}${eol}${text}`);
  },
};

/** `key = ` and what stands behind the string: a comment stays. */
const valueLine = /^(\s*[^=]+=\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*')(\s*(?:#.*)?)$/;

/** The line that sets the key of a path in its own table; strings over several lines are stepped over. */
function lineOf(lines: readonly string[], path: readonly string[]): number | undefined {
  const table = path.slice(0, -1);
  const key = path[path.length - 1];
  let current: readonly string[] | undefined = [];
  let open: string | undefined;
  for (const [at, line] of lines.entries()) {
    if (open !== undefined) {
      if (line.includes(open)) open = undefined;
      continue;
    }
    const header = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line);
    if (header?.[1] !== undefined) current = keysOf(header[1]);
    else if (/^\s*\[\[/.test(line)) current = undefined;
    else {
      const assigned = /^\s*([^=#]+?)\s*=/.exec(line)?.[1];
      const keys = assigned === undefined ? undefined : keysOf(assigned);
      if (keys?.length === 1 && keys[0] === key && current !== undefined && isSame(current, table)) return at;
      const fence = /=\s*("""|''')/.exec(line)?.[1];
      if (fence !== undefined && line.split(fence).length === 2) open = fence;
    }
  }
  return undefined;
}

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((key, index) => key === b[index]);

/** A dotted key taken apart; quoted parts may hold dots. */
const keysOf = (text: string): readonly string[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
