import type { Node } from 'acorn';
import { parseProgram } from './parse-program.ts';

/** One `tools.name({…})` in a program. */
export interface InnerToolCall {
  readonly name: string;
  /** Offset of the opening brace of its first argument. */
  readonly objectStart: number;
  /** Names of the object's members; undefined where they can't all be told (spread, computed names). */
  readonly keys: readonly string[] | undefined;
}

/** All calls of the form `tools.name({…})`, in text order; none where the program does not parse. */
export function toolCallsIn(program: string): readonly InnerToolCall[] {
  const tree = program.includes('tools.') ? parseProgram(program) : undefined;
  if (tree === undefined) return [];
  const found: InnerToolCall[] = [];
  const open: unknown[] = [tree];
  while (open.length > 0) {
    const node = open.pop();
    if (Array.isArray(node)) {
      for (const item of node) open.push(item);
      continue;
    }
    if (!isNode(node)) continue;
    const call = innerCall(node);
    if (call !== undefined) found.push(call);
    for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) open.push(child);
  }
  return found.toSorted((a, b) => a.objectStart - b.objectStart);
}

type Fields = Node & { readonly [field: string]: unknown };
const isNode = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && typeof (value as { readonly type?: unknown }).type === 'string';

function innerCall(node: Fields): InnerToolCall | undefined {
  if (node.type !== 'CallExpression' || !isNode(node['callee'])) return undefined;
  const { callee } = node as Fields & { readonly callee: Fields };
  if (callee.type !== 'MemberExpression' || callee['computed'] === true) return undefined;
  const { object, property } = callee;
  if (!isNode(object) || object.type !== 'Identifier' || object['name'] !== 'tools' || !isNode(property)) return undefined;
  const [first] = Array.isArray(node['arguments']) ? (node['arguments'] as readonly unknown[]) : [];
  if (!isNode(first) || first.type !== 'ObjectExpression') return undefined;
  return { name: String(property['name']), objectStart: first.start, keys: keysOf(first['properties']) };
}

function keysOf(properties: unknown): readonly string[] | undefined {
  const keys: string[] = [];
  for (const property of Array.isArray(properties) ? (properties as readonly unknown[]) : []) {
    if (!isNode(property) || property.type !== 'Property' || property['computed'] === true || !isNode(property['key'])) return undefined;
    const { key } = property as Fields & { readonly key: Fields };
    keys.push(String(key.type === 'Identifier' ? key['name'] : key['value']));
  }
  return keys;
}
