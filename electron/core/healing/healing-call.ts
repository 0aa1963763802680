import { isJsonObject } from '../../../shared/json.ts';
import { WIRE_JSON_DEPTH } from '../text/json-members.ts';
import { type JsonSpan, memberOf, parseWithSpans } from '../text/json-spans.ts';
import { checkArguments } from '../turn/check-arguments.ts';
import type { HealingCall, HealingContext } from './healing-rule.ts';

/** A call with its spans and what its tool's schema says. Undefined when the arguments are no strict JSON object. */
export function healingCall(name: string, text: string, context: Pick<HealingContext, 'catalog'>): HealingCall | undefined {
  const parsed = parseWithSpans(text, 0, { maxDepth: WIRE_JSON_DEPTH });
  if (!parsed.ok || !isJsonObject(parsed.value.value)) return undefined;
  const { value, root } = parsed.value;
  if (text.slice(root.end).trim() !== '') return undefined;
  const tool = context.catalog.find(name);
  const issues = tool?.kind === 'function' ? checkArguments(tool.schema, value) : [];
  return { name, arguments: text, value, root, tool, issues };
}

/** The span at a JSON pointer; undefined where there is none. */
export function spanAtPointer(root: JsonSpan, pointer: string): JsonSpan | undefined {
  let span: JsonSpan | undefined = root;
  for (const step of stepsOf(pointer)) span = span?.kind === 'array' ? span.items[Number(step)] : memberOf(span, step)?.value;
  return span;
}

/** Member names and indices of a JSON pointer. */
export const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
