import { isJsonObject, own, type Json, type JsonObject } from '../../../shared/json.ts';
import type { AdvertisedTool } from '../turn/turn.ts';
import { argumentText, type ReadArgument } from './argument-text.ts';
import { skipSpace } from './tag-reader.ts';
import { resolve, typedText, typesOf } from './typed-text.ts';

export type ElementArguments =
  | { readonly status: 'read'; readonly text: string | undefined; readonly error: string | undefined; readonly end: number }
  | { readonly status: 'cut' }
  | { readonly status: 'broken'; readonly at: number; readonly code: 'shape' | 'bad_arguments'; readonly detail: string };

/** An open element: its children so far, and the text in it. */
interface Open {
  readonly name: string;
  readonly schema: Json | undefined;
  readonly children: ReadArgument[];
  readonly from: number;
}

const DEEPEST = 64;
const ELEMENT = /^<(\/?)([A-Za-z_][\w.-]{0,127})>/;

/**
 * Reads nested elements, each tag preceded by `mark`, up to `close` (formats-b 4c). An element with children is an object, or an array where
 * the schema says so or all children are `item`; one without is a value of its declared type. Linear, iterative.
 */
export function elementArguments(
  text: string,
  from: number,
  mark: string,
  close: string,
  tool: AdvertisedTool | undefined,
): ElementArguments {
  const root: JsonObject = tool?.schema ?? {};
  const stack: Open[] = [{ name: '', schema: root, children: [], from }];
  let at = from;
  for (;;) {
    const tag = text.indexOf(mark, at);
    const top = stack.at(-1);
    if (tag < 0 || top === undefined) return { status: 'cut' };
    const blank = skipSpace(text, at) >= tag;
    if (stack.length === 1 && text.startsWith(close, tag)) {
      if (!blank) return { status: 'broken', at, code: 'shape', detail: 'text stands between the parameters' };
      const built = argumentText(merged(top.children, root, root));
      return {
        status: 'read',
        text: 'text' in built ? built.text : undefined,
        error: 'error' in built ? built.error : undefined,
        end: tag + close.length,
      };
    }
    const head = text.slice(tag + mark.length, tag + mark.length + 132);
    const element = ELEMENT.exec(head);
    if (element === null)
      return tag + mark.length + head.length >= text.length
        ? { status: 'cut' }
        : { status: 'broken', at: tag, code: 'shape', detail: 'a mark without a tag' };
    const name = element[2] ?? '';
    const end = tag + mark.length + element[0].length;
    if (element[1] === '') {
      if (!blank) return { status: 'broken', at: tag, code: 'shape', detail: `text and elements are mixed in ${top.name}` };
      if (stack.length > DEEPEST) return { status: 'broken', at: tag, code: 'bad_arguments', detail: 'nested too deeply' };
      stack.push({ name, schema: childSchema(top.schema, name, root), children: [], from: end });
    } else {
      if (name !== top.name || stack.length === 1) return { status: 'broken', at: tag, code: 'shape', detail: `</${name}> closes nothing` };
      if (top.children.length > 0 && !blank)
        return { status: 'broken', at: tag, code: 'shape', detail: `text and elements are mixed in ${name}` };
      stack.pop();
      stack.at(-1)?.children.push({
        name,
        value: top.children.length > 0 ? container(top, root) : typedText(text.slice(top.from, tag), typesOf(top.schema, root, 0)),
      });
    }
    at = end;
  }
}

function container(element: Open, root: JsonObject): ReadArgument['value'] {
  const types = typesOf(element.schema, root, 0);
  const items = element.children.every((child) => child.name === 'item');
  if (items && (types === 'any' || types.has('array'))) return list(element.children);
  const built = argumentText(merged(element.children, element.schema, root));
  return 'text' in built ? { json: built.text } : { error: built.error };
}

function list(children: readonly ReadArgument[]): ReadArgument['value'] {
  const parts: string[] = [];
  for (const { value } of children) {
    if ('error' in value) return value;
    parts.push(value.json);
  }
  return { json: `[${parts.join(',')}]` };
}

/** Children of one name are the entries of an array where the schema declares one; elsewhere a repeated name stays a duplicate. */
function merged(children: readonly ReadArgument[], schema: Json | undefined, root: JsonObject): readonly ReadArgument[] {
  const groups = new Map<string, ReadArgument[]>();
  for (const child of children) {
    const group = groups.get(child.name);
    if (group === undefined) groups.set(child.name, [child]);
    else group.push(child);
  }
  return [...groups].flatMap(([name, group]) => {
    const types = typesOf(propertySchema(schema, name, root), root, 0);
    return group.length > 1 && types !== 'any' && types.has('array') ? [{ name, value: list(group) }] : group;
  });
}

/** The schema of a child element: a property, or the entries of an array. */
function childSchema(schema: Json | undefined, name: string, root: JsonObject): Json | undefined {
  const here = plain(schema, root);
  if (!isJsonObject(here)) return undefined;
  const items = own(here, 'items');
  if (name === 'item' && isJsonObject(items)) return items;
  return propertySchema(here, name, root);
}

function propertySchema(schema: Json | undefined, name: string, root: JsonObject): Json | undefined {
  const here = plain(schema, root);
  const properties = isJsonObject(here) ? own(here, 'properties') : undefined;
  return isJsonObject(properties) ? own(properties, name) : undefined;
}

/** Through a local reference and a nullable union to the one schema that has parts. */
function plain(schema: Json | undefined, root: JsonObject): Json | undefined {
  let at = schema;
  for (let i = 0; i < 16 && isJsonObject(at); i += 1) {
    const reference = own(at, '$ref');
    const branches = own(at, 'anyOf') ?? own(at, 'oneOf');
    if (typeof reference === 'string') at = resolve(reference, root);
    else if (Array.isArray(branches)) at = branches.find((branch: Json) => isJsonObject(branch) && own(branch, 'type') !== 'null');
    else return at;
  }
  return at;
}
