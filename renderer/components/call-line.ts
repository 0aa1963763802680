import { isJsonObject, type Json } from '../../shared/json.ts';
import { inertLine } from './inert-text.ts';

const lengthOfLine = 300;

/** Arguments on one line: the first value alone, the others behind their names. Text that is no JSON object stays as it is. */
export function argumentsLine(text: string): string {
  if (text.length > 16_384) return inertLine(text, lengthOfLine);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return inertLine(text, lengthOfLine);
  }
  if (!isJsonObject(value)) return inertLine(text, lengthOfLine);
  const parts = Object.entries(value).map(([name, part], at) => (at === 0 ? short(part) : `${name} ${short(part)}`));
  return inertLine(parts.join('  '), lengthOfLine);
}

function short(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

/** A line that begins with a path: in a narrow column `rest` gives way first, then `folders`, never the `name`. */
export function splitPath(line: string): { readonly folders: string; readonly name: string; readonly rest: string } | undefined {
  const path = /^(?:~|\.{1,2}|[A-Za-z]:|[\w.@-]+)?[\\/][^\s]{0,300}/.exec(line)?.[0] ?? '';
  const seam = Math.max(path.lastIndexOf('/', path.length - 2), path.lastIndexOf('\\', path.length - 2));
  return seam < 8 ? undefined : { folders: line.slice(0, seam), name: path.slice(seam), rest: line.slice(path.length) };
}
