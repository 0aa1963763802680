import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isJsonObject, own, type Json, type JsonObject } from '../../../shared/json.ts';
import { boundedPattern } from './bounded-pattern.ts';
import { prepareSchema } from './prepare-schema.ts';

/** What is wrong with one place of a call's arguments. */
export interface ArgumentIssue {
  readonly kind: 'missing' | 'type' | 'extra' | 'enum' | 'other';
  /** JSON pointer of the value that is wrong; for `missing` and `extra` the pointer of the property itself. */
  readonly pointer: string;
  /** One plain sentence part, for example `must be a string`. */
  readonly message: string;
  /** JSON types that the schema allows here; empty where the issue is not one of type. */
  readonly expected: readonly string[];
}

/**
 * Checks arguments against a tool's advertised schema (contract 2.3 check 9, 2.5). Empty: valid. A tool without a schema and a schema that
 * does not compile accept anything; `schemaProblem` tells the latter.
 */
export function checkArguments(schema: JsonObject | undefined, value: Json): readonly ArgumentIssue[] {
  const validate = schema === undefined ? undefined : compiled(schema).validate;
  if (validate === undefined) return [];
  try {
    return validate(value) ? [] : describe(validate.errors ?? []);
  } catch {
    // Only a value nested deeper than the stack gets here: what can't be checked is not called valid.
    return [{ kind: 'other', pointer: '', message: 'is nested too deeply to be checked', expected: [] }];
  }
}

/** Why this schema can't be used, in the validator's words; undefined for a usable one. Callers record it once per schema. */
export const schemaProblem = (schema: JsonObject): string | undefined => compiled(schema).problem;

/** Names that the top level of the schema requires. */
export function requiredOf(schema: JsonObject | undefined): readonly string[] {
  const required = schema === undefined ? undefined : own(schema, 'required');
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** Required top-level properties that are absent, or strings of nothing but white space (contract 2.3 check 9: leaked calls only). */
export function blankRequired(schema: JsonObject | undefined, value: JsonObject): readonly string[] {
  return requiredOf(schema).filter((name) => {
    const given = own(value, name);
    return given === undefined || (typeof given === 'string' && given.trim() === '');
  });
}

interface Compiled {
  readonly validate: ValidateFunction | undefined;
  readonly problem: string | undefined;
}

/** Agents send the same tools with every request: by identity first, by text for the next request's copy. */
const byObject = new WeakMap<JsonObject, Compiled>();
const byText = new Map<string, Compiled>();
const MOST_SCHEMAS = 2000;

function compiled(schema: JsonObject): Compiled {
  const known = byObject.get(schema);
  if (known !== undefined) return known;
  const text = JSON.stringify(schema);
  const entry = byText.get(text) ?? compile(schema);
  // A cache only: dropping the oldest costs a compilation, never an answer.
  if (byText.size >= MOST_SCHEMAS) for (const oldest of byText.keys()) if (byText.delete(oldest)) break;
  byText.set(text, entry);
  byObject.set(schema, entry);
  return entry;
}

/** One validator per schema: equal `$id`s of two tools never meet, and nothing is left behind when the cache drops it. */
function compile(schema: JsonObject): Compiled {
  try {
    return { validate: createValidator().compile(prepareSchema(schema)), problem: undefined };
  } catch (error) {
    return { validate: undefined, problem: error instanceof Error ? error.message : String(error) };
  }
}

function createValidator(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    meta: false,
    validateSchema: false,
    allErrors: true,
    verbose: true,
    ownProperties: true,
    logger: false,
    unicodeRegExp: false,
    code: { regExp: boundedPattern },
  });
  addFormats.default(ajv, { mode: 'fast' });
  return ajv;
}

function describe(errors: readonly ErrorObject[]): readonly ArgumentIssue[] {
  const issues = errors.filter((error) => !insideChoice(error, errors)).map((error) => describeOne(error, errors));
  const seen = new Set<string>();
  return issues.filter((issue) => {
    const key = `${issue.kind} ${issue.pointer} ${issue.message}`;
    return !seen.has(key) && seen.add(key);
  });
}

const isChoice = (error: ErrorObject): boolean => error.keyword === 'anyOf' || error.keyword === 'oneOf';

/** The branches' errors of a failed `anyOf` say what each would have wanted: the choice itself speaks for them. */
const insideChoice = (error: ErrorObject, errors: readonly ErrorObject[]): boolean =>
  error.keyword === 'if' || errors.some((other) => other !== error && isChoice(other) && branchOf(other, error));

const branchOf = (choice: ErrorObject, error: ErrorObject): boolean =>
  error.schemaPath.startsWith(`${choice.schemaPath}/`) && error.instancePath.startsWith(choice.instancePath);

function describeOne(error: ErrorObject, errors: readonly ErrorObject[]): ArgumentIssue {
  const pointer = error.instancePath;
  const of = (name: unknown): string => `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  switch (error.keyword) {
    case 'required':
      return { kind: 'missing', pointer: of(error.params['missingProperty']), message: 'is required and missing', expected: [] };
    case 'additionalProperties':
      return { kind: 'extra', pointer: of(error.params['additionalProperty']), message: 'is not a parameter of this tool', expected: [] };
    case 'unevaluatedProperties':
      return { kind: 'extra', pointer: of(error.params['unevaluatedProperty']), message: 'is not a parameter of this tool', expected: [] };
    case 'type':
      return typeIssue(pointer, [error.params['type']].flat().map(String), error.data);
    case 'enum':
      return { kind: 'enum', pointer, message: `must be one of ${JSON.stringify(error.params['allowedValues'])}`, expected: [] };
    case 'const':
      return { kind: 'enum', pointer, message: `must be ${JSON.stringify(error.params['allowedValue'])}`, expected: [] };
    case 'anyOf':
    case 'oneOf':
      return choiceIssue(error, errors);
    default:
      return { kind: 'other', pointer, message: error.message ?? `breaks ${error.keyword}`, expected: [] };
  }
}

/** A choice between types that all fail by type is a type issue with their union. */
function choiceIssue(choice: ErrorObject, errors: readonly ErrorObject[]): ArgumentIssue {
  const inner = errors.filter((error) => error !== choice && branchOf(choice, error));
  const types = inner.filter((error) => error.keyword === 'type' && error.instancePath === choice.instancePath);
  if (types.length > 0 && types.length === inner.length) {
    return typeIssue(
      choice.instancePath,
      types.flatMap((error) => [error.params['type']].flat().map(String)),
      choice.data,
    );
  }
  const wanted = inner.filter((error) => !isChoice(error)).map((error) => error.message ?? error.keyword);
  const detail = [...new Set(wanted)].slice(0, 4).join(', or ');
  return {
    kind: 'other',
    pointer: choice.instancePath,
    message: `matches none of the allowed forms${detail === '' ? '' : ` (${detail})`}`,
    expected: [],
  };
}

function typeIssue(pointer: string, types: readonly string[], given: unknown): ArgumentIssue {
  const expected = [...new Set(types)];
  return { kind: 'type', pointer, message: `must be ${expected.join(' or ')}, not ${typeOf(given)}`, expected };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isJsonObject(value) ? 'object' : typeof value;
}
