import { own } from '../../../shared/json.ts';
import { toolRoles } from '../agent/side-effect.ts';
import { memberOf } from '../text/json-spans.ts';
import { spliceText } from '../text/splice-text.ts';
import type { AdvertisedTool } from '../turn/turn.ts';
import type { HealingCall, HealingContext } from './healing-rule.ts';
import { descriptionOf, isStringProperty, propertiesOf } from './schema-parts.ts';

/** Names of tools that run a program given as text (source 003, errors.md "CODE_RUN_FAILED"). */
const CODE_TOOLS: ReadonlySet<string> = new Set([
  'run_code',
  'execute_code',
  'code',
  'exec_js',
  'run_javascript',
  'js_repl',
  'python_interpreter',
]);

/** A function tool: narrowed, so that the other branch keeps its type. */
type FunctionTool = AdvertisedTool & { readonly kind: 'function' };

/** True for a tool that takes a program in `code`. */
export const isCodeTool = (tool: AdvertisedTool | undefined, { profile }: Pick<HealingContext, 'profile'>): tool is FunctionTool =>
  tool?.kind === 'function' &&
  isStringProperty(tool, 'code') &&
  (CODE_TOOLS.has(tool.name) || toolRoles(tool.name, profile).includes('code'));

/**
 * True for a code tool whose programs are JavaScript that calls other tools as `tools.name(…)` (source 003, "Code-Mode"). The tool itself or the
 * system prompt must say so: without that a program would be a guess.
 */
export function callsTools(tool: AdvertisedTool | undefined, context: HealingContext): tool is FunctionTool {
  if (!isCodeTool(tool, context)) return false;
  const said = (text: string): boolean => /\btools\.(?:[A-Za-z_$][\w$]*\s*\(|\*)/.test(text);
  return (
    said(tool.description) ||
    said(descriptionOf(tool, 'code')) ||
    context.request.history.some((item) => item.type === 'system' && said(item.text))
  );
}

/** A program that makes one call with exactly these arguments (JSON text); undefined where JSON and JavaScript read it differently. */
export function programFor(inner: string, argumentsJson: string): string | undefined {
  if (!/^[A-Za-z_$][\w$]*$/.test(inner) || argumentsJson.includes('__proto__')) return undefined;
  return `return await tools.${inner}(${argumentsJson});`;
}

/** Arguments of a code tool for one program; with a description where the tool declares one. */
export function codeArguments(tool: AdvertisedTool, program: string, description: string): string {
  const described = Object.hasOwn(propertiesOf(tool), 'description');
  return JSON.stringify(described ? { description, code: program } : { code: program });
}

/** A neutral description of a program: its first line of code. */
export function describeProgram(program: string): string {
  const line = program
    .split('\n', 50)
    .map((each) => each.trim())
    .find((each) => each !== '' && !each.startsWith('//') && !each.startsWith('#'));
  const shown = line === undefined ? 'a program' : line.length > 60 ? `${line.slice(0, 59)}…` : line;
  return `Run ${shown}`;
}

/** Tools that models call directly although only a code tool is offered (source 003, "Bridging"). */
export const BRIDGED: ReadonlySet<string> = new Set([
  'bash',
  'read',
  'write',
  'grep',
  'edit',
  'glob',
  'str_replace_editor',
  'job_output',
  'job_kill',
  'web_fetch',
  'web_search',
  'todo_write',
  'skill',
  'ask_user_question',
]);

/** The call of the code tool that does what an unoffered direct call meant; undefined where there is none. */
export function directCallHint(
  call: Pick<HealingCall, 'name' | 'arguments' | 'tool'>,
  context: HealingContext,
): { readonly tool: string; readonly arguments: string } | undefined {
  if (call.tool !== undefined || !BRIDGED.has(call.name)) return undefined;
  const code = context.request.tools.filter((tool) => callsTools(tool, context));
  const [tool] = code;
  const program = programFor(call.name, call.arguments);
  if (tool === undefined || code.length > 1 || program === undefined) return undefined;
  return { tool: tool.name, arguments: codeArguments(tool, program, `Run ${call.name}`) };
}

/** The program of a code tool's call; undefined where there is none. */
export function programOf(call: HealingCall, context: HealingContext): string | undefined {
  const code = own(call.value, 'code');
  return isCodeTool(call.tool, context) && typeof code === 'string' ? code : undefined;
}

/** The call's arguments with another program; every other byte stays. */
export function withProgram(call: HealingCall, program: string): string {
  const member = memberOf(call.root, 'code');
  if (member === undefined) return call.arguments;
  return spliceText(call.arguments, [{ start: member.value.start, end: member.value.end, text: JSON.stringify(program) }]);
}
