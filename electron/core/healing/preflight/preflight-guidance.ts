import { own, type Json, type JsonObject } from '../../../../shared/json.ts';
import { type Guidance, isIdentifier, shownName } from '../../fault/guidance.ts';
import { requiredOf } from '../../turn/check-arguments.ts';
import type { HealingCall, HealingContext } from '../healing-rule.ts';
import { propertyOf } from '../schema-parts.ts';
import { directCallHint } from '../code-tool.ts';

/** WHAT / WHY / NEXT of each mistake that is answered before a tool runs (contract 2.5.5, source 000). Unseen by the agent: always the first time. */
const guidance = (pattern: string, what: string, why: string, next: readonly string[], plainNext?: readonly string[]): Guidance => ({
  pattern,
  occurrence: 1,
  what,
  why,
  next,
  plainNext,
});

/** Arguments that are no JSON at all, or several objects. */
export function invalidJson(name: string, several: boolean): Guidance {
  return guidance(
    'EI/INVALID_JSON_ARGUMENTS/001',
    `The arguments of the call to ${shownName(name, 'a tool')} could not be parsed as one JSON object. The call was not run.`,
    several
      ? 'You concatenated multiple JSON objects into a single arguments string. Each tool call must contain exactly one valid JSON object.'
      : 'The argument text is not valid JSON: check quotes, escapes, commas and brackets.',
    several
      ? ['Issue one tool call per object. Use parallel tool calls if you need several at once.']
      : ['Write the call again with exactly one valid JSON object as its arguments.', 'Issue one tool call per object.'],
  );
}

/** The request forbids parallel calls (contract 2.2): of several only one is run. */
export const oneCallAtATime = (name: string): Guidance =>
  guidance(
    ONE_CALL,
    `The call to ${shownName(name, 'a tool')} beside another one was not run.`,
    'This request allows one tool call at a time.',
    ['Write the call again by itself, if it is still needed.'],
  );

/** The pattern of a call that is left out because the request allows one only. */
export const ONE_CALL = 'EI/ONE_CALL_AT_A_TIME/001';

/** JSON, but a value instead of an object. */
export function notAnObject(name: string, kind: string, schema: JsonObject | undefined): Guidance {
  return guidance(
    kind === 'array' ? 'EI/PARAM_TYPE_MISMATCH/001' : 'EI/INVALID_JSON_ARGUMENTS/001',
    `The arguments of the call to ${shownName(name, 'a tool')} are a JSON ${kind} instead of an object. The call was not run.`,
    'A tool call takes one JSON object whose members are the parameters by name.',
    [`Write the call again with an object, for example ${exampleOf(schema)}.`],
    ['Write the call again with an object.'],
  );
}

export function noArguments(name: string, schema: JsonObject | undefined): Guidance {
  return missing(name, requiredOf(schema), schema);
}

export const missingParameters = (call: HealingCall, names: readonly string[]): Guidance => missing(call.name, names, call.tool?.schema);

function missing(name: string, names: readonly string[], schema: JsonObject | undefined): Guidance {
  const listed = namesOf(names);
  return guidance(
    'EI/PARAM_MISSING/001',
    `The call to ${shownName(name, 'a tool')} lacks ${names.length === 1 ? 'the required parameter' : 'required parameters'} ${listed}. It was not run.`,
    `The schema of the tool requires ${namesOf(requiredOf(schema))}.`,
    [`Write the call again with every required parameter, for example ${exampleOf(schema)}.`, 'Re-read the schema of the tool first.'],
    ['Write the call again with every required parameter.', 'Re-read the schema of the tool first.'],
  );
}

export function workingDirectory(call: HealingCall, name: string): Guidance {
  return guidance(
    'EI/PARAM_TYPE_MISMATCH/002',
    `${shownName(name, 'A parameter')} of the call to ${shownName(call.name, 'a tool')} is an object. The call was not run.`,
    `${name} must be a string: the path of the directory in which the command runs. It never holds a command or another object.`,
    [`Write the call again with ${name} as a plain string such as "/path/to/directory", or leave it out to use the current directory.`],
  );
}

export function objectForText(call: HealingCall, name: string): Guidance {
  return guidance(
    'EI/PARAM_TYPE_MISMATCH/001',
    `The parameter ${shownName(name, 'of the call')} of ${shownName(call.name, 'a tool')} is an object where a string is due. It was not run.`,
    'The schema of the tool declares this parameter as a string; an object has no single way to become one.',
    [`Write the call again with ${shownName(name, 'the parameter')} as one string, for example ${exampleOf(call.tool?.schema)}.`],
    [`Write the call again with ${shownName(name, 'the parameter')} as one string.`],
  );
}

export function nestedCall(call: HealingCall, name: string): Guidance {
  const where = name === '' ? 'The arguments' : `The parameter ${shownName(name, 'of the call')}`;
  return guidance(
    'EI/PARAM_TYPE_MISMATCH/003',
    `${where} of the call to ${shownName(call.name, 'a tool')} hold another tool call. Nothing was run.`,
    'A parameter holds a value. A tool call inside a parameter is never executed.',
    ['Issue separate tool calls, one for each tool. Use parallel tool calls if you need several at once.'],
  );
}

export function unknownTool(call: HealingCall, context: HealingContext): Guidance {
  const offered = context.request.tools.map((tool) => tool.name).filter(isIdentifier);
  const hint = directCallHint(call, context);
  return guidance(
    'EI/UNKNOWN_TOOL/001',
    `There is no tool ${shownName(call.name, 'of the name that you wrote')} in this conversation. The call was not run.`,
    hint === undefined
      ? 'Only the tools that are offered can be called, by their exact names.'
      : `It can only be reached from a program: call ${shownName(hint.tool, 'the code tool')} with one.`,
    hint === undefined
      ? [`Use one of: ${offered.slice(0, 30).join(', ')}${offered.length > 30 ? ', …' : ''}.`]
      : [`Call ${hint.tool} with ${hint.arguments}`],
    [hint === undefined ? 'Use only tools that are offered, by their exact names.' : `Call ${hint.tool} with a program that does it.`],
  );
}

const namesOf = (names: readonly string[]): string =>
  names.length === 0
    ? 'no parameter'
    : names
        .slice(0, 8)
        .map((name) => shownName(name, 'one whose name is in its schema'))
        .join(', ');

/** Arguments in the shape that the schema requires, with placeholders: a shape to copy, not values to use. */
export function exampleOf(schema: JsonObject | undefined): string {
  const required = requiredOf(schema).filter(isIdentifier).slice(0, 8);
  return JSON.stringify(Object.fromEntries(required.map((name) => [name, placeholder(schema, name)])));
}

function placeholder(schema: JsonObject | undefined, name: string): Json {
  const property = schema === undefined ? undefined : propertyOf({ name: '', kind: 'function', description: '', schema }, name);
  const choices = property === undefined ? undefined : own(property, 'enum');
  if (Array.isArray(choices) && choices.length > 0 && JSON.stringify(choices[0]).length < 60) return choices[0] ?? null;
  const type = property === undefined ? undefined : own(property, 'type');
  const one = Array.isArray(type) ? type.find((each) => each !== 'null') : type;
  switch (one) {
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return `<${name}>`;
  }
}
