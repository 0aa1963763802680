import { isMap, isNode, isPair, isScalar, parseDocument, type Pair, type YAMLMap } from 'yaml';
import type { Json } from '../../../shared/json.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { ConfigPath, ConfigText } from './config-text.ts';

/**
 * YAML, edited at the place that the parser names: a value is replaced where it stands, a new key of a block map goes on a line of its
 * own behind the map's first pair. Flow maps are refused.
 */
export const yamlText: ConfigText = {
  read(text) {
    const document = parseDocument(text);
    const first = document.errors[0];
    if (first !== undefined) return fail(`it is no YAML: ${first.message.split('\n')[0]}`);
    return ok((document.toJS() as Json | null) ?? {});
  },
  write(text, path, value) {
    const document = parseDocument(text);
    const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
    const key = String(path[path.length - 1]);
    if (!isMap(parent) || parent.flow === true) return fail(`${where(path.slice(0, -1))} is not a map over several lines`);
    const pair = parent.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
    if (pair === undefined) return value === undefined ? ok(text) : inserted(text, parent, `${key}: ${JSON.stringify(value)}`, path);
    if (!isScalar(pair.value) || !pair.value.range) return fail(`${where(path)} is not a text`);
    const [start, end] = pair.value.range;
    if (value !== undefined) return ok(text.slice(0, start) + JSON.stringify(value) + text.slice(end));
    return removed(text, pair, path);
  },
};

const where = (path: ConfigPath): string => (path.length === 0 ? 'the top of it' : path.join('.'));

function inserted(text: string, map: YAMLMap, line: string, path: ConfigPath) {
  const first = map.items[0];
  const start = isPair(first) ? startOf(first) : undefined;
  if (first === undefined || start === undefined || !isScalar(first.value) || !first.value.range)
    return fail(`${where(path)} has no place for a new line`);
  const indent = start - (text.lastIndexOf('\n', start - 1) + 1);
  const end = text.indexOf('\n', first.value.range[1]);
  const at = end < 0 ? text.length : end;
  return ok(`${text.slice(0, at)}\n${' '.repeat(indent)}${line}${text.slice(at)}`);
}

/** Takes out the whole line, unless it is the first of its map: the dash of a list stands there. */
function removed(text: string, pair: Pair, path: ConfigPath) {
  const start = startOf(pair);
  if (start === undefined) return fail(`${where(path)} has no place`);
  const from = text.lastIndexOf('\n', start - 1);
  if (text.slice(from + 1, start).trim() !== '') return fail(`${where(path)} shares its line with others`);
  const end = text.indexOf('\n', start);
  return ok(text.slice(0, Math.max(from, 0)) + (end < 0 ? '' : text.slice(end)));
}

const startOf = (pair: Pair): number | undefined => (isNode(pair.key) ? pair.key.range?.[0] : undefined);
