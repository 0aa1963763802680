import { isJsonObject, type Json, type JsonObject, own } from '../../shared/json.ts';

export interface StructuralIssue {
  /** JSON pointer of the value, or of the object that lacks one. */
  readonly pointer: string;
  readonly message: string;
}

const deepest = 12;
const mostIssues = 50;

/**
 * The part of a tool's schema that can be judged without evaluating code: types, required and unknown names, enums and bounds. It gives
 * hints while typing; the gateway checks the whole schema and has the last word, so what is not understood here passes.
 */
export function checkStructure(schema: Json, value: Json): readonly StructuralIssue[] {
  const issues: StructuralIssue[] = [];
  visit(schema, value, '', 0, issues);
  return issues;
}

function visit(schema: Json | undefined, value: Json, pointer: string, depth: number, issues: StructuralIssue[]): void {
  if (!isJsonObject(schema) || depth > deepest || issues.length >= mostIssues) return;
  const name = pointer === '' ? 'the arguments' : nameOf(pointer);
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    issues.push({ pointer, message: `${name} must be ${article(describeType(schema))}, and is ${article(typeName(value))}` });
    return;
  }
  const allowed = own(schema, 'enum');
  if (Array.isArray(allowed) && !allowed.some((option) => JSON.stringify(option) === JSON.stringify(value))) {
    issues.push({
      pointer,
      message: `${name} must be one of ${allowed
        .map((option) => JSON.stringify(option))
        .join(', ')
        .slice(0, 200)}`,
    });
  }
  if (typeof value === 'number') visitNumber(schema, value, name, pointer, issues);
  if (typeof value === 'string') visitString(schema, value, name, pointer, issues);
  if (Array.isArray(value))
    value.forEach((item: Json, at: number) => visit(own(schema, 'items'), item, `${pointer}/${at}`, depth + 1, issues));
  if (isJsonObject(value)) visitObject(schema, value, pointer, depth, issues);
}

function visitNumber(schema: JsonObject, value: number, name: string, pointer: string, issues: StructuralIssue[]): void {
  const least = own(schema, 'minimum');
  const most = own(schema, 'maximum');
  if (typeof least === 'number' && value < least) issues.push({ pointer, message: `${name} must be at least ${least}` });
  if (typeof most === 'number' && value > most) issues.push({ pointer, message: `${name} must be at most ${most}` });
}

function visitString(schema: JsonObject, value: string, name: string, pointer: string, issues: StructuralIssue[]): void {
  const least = own(schema, 'minLength');
  const most = own(schema, 'maxLength');
  if (typeof least === 'number' && value.length < least)
    issues.push({ pointer, message: `${name} must have at least ${least} characters` });
  if (typeof most === 'number' && value.length > most) issues.push({ pointer, message: `${name} must have at most ${most} characters` });
}

function visitObject(schema: JsonObject, value: JsonObject, pointer: string, depth: number, issues: StructuralIssue[]): void {
  const required = own(schema, 'required');
  const properties = own(schema, 'properties');
  const known = isJsonObject(properties) ? properties : {};
  for (const key of Array.isArray(required) ? required : []) {
    if (typeof key === 'string' && own(value, key) === undefined) issues.push({ pointer, message: `${key} is required and not given` });
  }
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue;
    const inner = own(known, key);
    if (inner !== undefined) visit(inner, part, `${pointer}/${escapePointer(key)}`, depth + 1, issues);
    else if (own(schema, 'additionalProperties') === false)
      issues.push({ pointer: `${pointer}/${escapePointer(key)}`, message: `${key} is not a parameter of this tool` });
  }
}

export const escapePointer = (key: string): string => key.replace(/~/g, '~0').replace(/\//g, '~1');
const nameOf = (pointer: string): string => pointer.slice(1).replace(/\//g, '.').replace(/~1/g, '/').replace(/~0/g, '~');

function typesOf(schema: JsonObject): readonly string[] {
  const type = own(schema, 'type');
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((each): each is string => typeof each === 'string') : [];
}

function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}

export const typeName = (value: Json): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** `integer, 1 to 600000`, `string, one of "a" "b"`: as the schema table says it. */
export function describeType(schema: Json | undefined): string {
  if (!isJsonObject(schema)) return 'any';
  const types = typesOf(schema);
  const least = own(schema, 'minimum');
  const most = own(schema, 'maximum');
  const options = own(schema, 'enum');
  const base = types.length > 0 ? types.join(' or ') : Array.isArray(options) ? 'value' : 'any';
  if (typeof least === 'number' && typeof most === 'number') return `${base}, ${least} to ${most}`;
  if (typeof least === 'number') return `${base}, from ${least}`;
  if (typeof most === 'number') return `${base}, up to ${most}`;
  if (Array.isArray(options))
    return `${base}, one of ${options
      .map((option) => JSON.stringify(option))
      .join(' ')
      .slice(0, 80)}`;
  return base;
}

export const article = (noun: string): string =>
  noun === 'null' || noun === 'any' ? noun : /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
