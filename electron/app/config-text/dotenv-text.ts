import { fail, ok } from '../../../shared/result.ts';
import type { ConfigText } from './config-text.ts';

const assignment = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/;

/** `KEY=VALUE` lines; the last one of a key counts. Comments and other lines stay. */
export const dotenvText: ConfigText = {
  read(text) {
    const pairs = text.split(/\r?\n/).flatMap((line) => {
      const match = assignment.exec(line);
      return match?.[1] === undefined ? [] : [[match[1], unquoted(match[2] ?? '')] as const];
    });
    return ok(Object.fromEntries(pairs));
  },
  write(text, [key, ...deeper], value) {
    if (typeof key !== 'string' || deeper.length > 0) return fail('a .env file has one level only');
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const lines = text.split(/\r?\n/);
    const at = lines.findLastIndex((line) => assignment.exec(line)?.[1] === key);
    if (value === undefined) return ok(lines.filter((line) => assignment.exec(line)?.[1] !== key).join(eol));
    if (at >= 0) return ok(lines.with(at, `${key}=${value}`).join(eol));
    const before = text === '' || text.endsWith('\n') ? text : `${text}${eol}`;
    return ok(`${before}${key}=${value}${eol}`);
  },
};

function unquoted(text: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(text);
  return quoted?.[2] ?? text.replace(/\s+#.*$/, '');
}
