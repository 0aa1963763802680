import type { Fix } from '../../../shared/approval.ts';
import { isJsonObject, type Json } from '../../../shared/json.ts';
import { sideEffectOf } from '../agent/side-effect.ts';
import { type Guidance, guidanceText, isIdentifier, withHints } from '../fault/guidance.ts';
import { fixesOf, healCall, healingSwitch, type HealStep } from '../healing/heal-call.ts';
import { healingCall } from '../healing/healing-call.ts';
import type { HealingCall, HealingContext, HealingRule } from '../healing/healing-rule.ts';
import { invalidJson, noArguments, notAnObject } from '../healing/preflight/preflight-guidance.ts';
import { preflight } from '../healing/preflight/preflight.ts';
import { type ReadArguments, readArguments } from '../healing/repair/read-arguments.ts';
import { unwrapArguments } from '../healing/repair/wrapper-key.ts';
import { HEALING_RULES } from '../healing/rules/index.ts';
import { allSameJson } from '../healing/repair/same-json.ts';
import { fixOf } from '../healing/repair/fix.ts';
import { checkArguments, requiredOf } from '../turn/check-arguments.ts';
import { createToolCatalog, type ToolCatalog } from '../turn/tool-catalog.ts';
import type { AdvertisedTool, NewCall, ReplyCall } from '../turn/turn.ts';
import type { LaneContext } from './lane-context.ts';

/** What becomes of one native call (contract 2.5). */
export type CallRuling =
  /** Every byte as it came. */
  | { readonly type: 'deliver' }
  /**
   * Written anew. `rule` is `normalise` for framing, `repair` for a lossless repair of the arguments (2.5.2), else the healing rule. Of several calls
   * the first keeps its id, the others come without one. The list is empty for nothing, one entry for a healed call. `steps`: what each rule did.
   */
  | {
      readonly type: 'replace';
      readonly calls: readonly NewCall[];
      readonly rule: string;
      readonly fixes: readonly Fix[];
      readonly steps: readonly HealStep[];
    }
  /** Never run: the stream did not finish it. */
  | { readonly type: 'cancel'; readonly cause: string }
  /** A change that only a person may allow; `otherwise` rules when nobody decides. */
  | {
      readonly type: 'hold';
      readonly proposed: NewCall;
      readonly rule: string;
      readonly fixes: readonly Fix[];
      readonly steps: readonly HealStep[];
      readonly evidence: string;
      readonly otherwise: CallRuling;
    }
  /** Answered locally and asked again; when no re-ask is left, `hopeless` calls are cut and the others leave as they came. */
  | {
      readonly type: 'answer';
      readonly pattern: string;
      readonly text: string;
      readonly hopeless: boolean;
      /** How it leaves all the same, where clients would misread its framing as it came; `changes` names what was odd. */
      readonly written?: { readonly call: NewCall; readonly changes: readonly string[] } | undefined;
    };

/** Rules on each native function call of a reply, in order. Other kinds keep every byte (2.5.0). */
export function judgeCalls(calls: readonly ReplyCall[], context: LaneContext): readonly CallRuling[] {
  const scope = { lane: context, request: context.request, profile: context.profile, catalog: catalogOf(context.request.tools) };
  return calls.map((call) => judgeCall(call, scope));
}

type Scope = HealingContext & { readonly lane: LaneContext };

const DELIVER: CallRuling = { type: 'deliver' };
const UNTERMINATED: CallRuling = { type: 'cancel', cause: 'unterminated' };

const catalogs = new WeakMap<readonly AdvertisedTool[], ToolCatalog>();

function catalogOf(tools: readonly AdvertisedTool[]): ToolCatalog {
  const known = catalogs.get(tools) ?? createToolCatalog(tools);
  catalogs.set(tools, known);
  return known;
}

function judgeCall(call: ReplyCall, scope: Scope): CallRuling {
  if (call.kind !== 'function') return DELIVER;
  if (!call.complete) return UNTERMINATED;
  const tool = scope.catalog.find(call.name);
  if (scope.request.tools.length === 0 || (tool !== undefined && tool.kind !== 'function')) return untouched(call);
  if (isSound(call, tool, scope)) return DELIVER;
  const read = readArguments(call.arguments, scope.lane.settings['repair.arguments']);
  switch (read.type) {
    case 'unterminated':
      return UNTERMINATED;
    case 'unparsable':
      return answer(invalidJson(call.name, false), true, scope);
    case 'several':
      return separated(call, read.objects, tool, scope);
    case 'scalar':
      return blocking(notAnObject(call.name, read.kind, tool?.schema), call, scope);
    case 'nothing':
      if (tool !== undefined && requiredOf(tool.schema).length > 0) return blocking(noArguments(call.name, tool.schema), call, scope);
      return judgeObject(call, { type: 'object', text: '{}', fixes: read.fixes, loose: false, doubt: undefined }, scope);
    case 'object':
      return judgeObject(call, read, scope);
  }
}

/** Calls that are not checked: an unfinished one still never runs (contract 2.5). */
const untouched = (call: ReplyCall): CallRuling => (readArguments(call.arguments, false).type === 'unterminated' ? UNTERMINATED : DELIVER);

/** The fast path: valid JSON that satisfies its schema keeps every byte (contract 2.5.1). */
function isSound(call: ReplyCall, tool: AdvertisedTool | undefined, scope: Scope): boolean {
  if (tool === undefined && !scope.request.openToolSet) return false;
  const value = parsed(call.arguments);
  if (!isJsonObject(value) || checkArguments(tool?.schema, value).length > 0) return false;
  return tool === undefined || !HEALING_RULES.some((rule) => rule.acts === 'content' && rule.concerns?.(tool, scope) === true);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** One call after everything that may be done without asking. */
interface Mended {
  readonly call: HealingCall;
  readonly steps: readonly HealStep[];
}

function judgeObject(call: ReplyCall, read: ReadArguments & { readonly type: 'object' }, scope: Scope): CallRuling {
  const start = healingCall(call.name, read.text, scope);
  // Deeper than anything that can be read with its spans: as it came, if it is JSON.
  if (start === undefined) return isJsonObject(parsed(call.arguments)) ? DELIVER : answer(invalidJson(call.name, false), true, scope);
  const wrapped = scope.lane.settings['repair.arguments'] ? unwrapArguments(start, scope) : undefined;
  const base = wrapped === undefined ? start : (healingCall(call.name, wrapped.arguments, scope) ?? start);
  const fixes = [...read.fixes, ...(wrapped?.fixes ?? [])];
  const repair = { rule: read.loose ? LOOSE : REPAIR, before: call.arguments, after: base.arguments, fixes };
  const repairs = read.loose || fixes.length > 0 ? [repair] : [];
  const sure = mend({ call: base, steps: repairs }, rulesOf(scope, ['on']), scope);
  const asked = mend(sure, rulesOf(scope, ['on', 'ask']), scope);
  const otherwise = read.doubt === undefined ? ruled(call, sure, scope) : answer(invalidJson(call.name, false), true, scope);
  if (read.doubt === undefined && asked.steps.length === sure.steps.length) return otherwise;
  if (needsTool(asked.call, scope) && preflight(asked.call, scope) !== undefined) return otherwise;
  return {
    type: 'hold',
    proposed: { id: call.id, name: asked.call.name, arguments: asked.call.arguments },
    rule: asked.steps[sure.steps.length]?.rule ?? asked.steps[0]?.rule ?? LOOSE,
    fixes: fixesOf(asked.steps),
    steps: asked.steps,
    evidence: read.doubt ?? evidenceOf(base, asked),
    otherwise,
  };
}

function mend(before: Mended, rules: readonly HealingRule[], scope: Scope): Mended {
  const healed = healCall(before.call, rules, scope);
  return { call: healed.call, steps: [...before.steps, ...healed.steps] };
}

/** What a reading of the argument text is called, beside the rules of the table. */
const REPAIR = 'repair';
const LOOSE = 'loose-json';

function rulesOf(scope: Scope, switches: readonly ('on' | 'ask')[]): readonly HealingRule[] {
  const named = scope.request.openToolSet ? HEALING_RULES.filter((rule) => rule.renames !== true) : HEALING_RULES;
  return named.filter((rule) => {
    const at = healingSwitch(rule, scope.lane.settings);
    return at !== 'off' && switches.includes(at);
  });
}

/** The ruling on a call to which nothing more may be done without asking. */
function ruled(call: ReplyCall, mended: Mended, scope: Scope): CallRuling {
  const fault = needsTool(mended.call, scope) ? preflight(mended.call, scope) : undefined;
  if (fault !== undefined) {
    const hopeless = fault.hopeless || !isJsonObject(parsed(call.arguments));
    if (hopeless || scope.lane.settings['preflight.block']) return answer(fault.guidance, hopeless, scope);
  }
  if (mended.steps.length === 0) return DELIVER;
  const { name, arguments: text } = mended.call;
  // A rule speaks for the call before the reading of its text does.
  const { steps } = mended;
  const rule = (steps.find((step) => step.rule !== REPAIR && step.rule !== LOOSE) ?? steps[0])?.rule ?? REPAIR;
  return { type: 'replace', calls: [{ id: call.id, name, arguments: text }], rule, fixes: fixesOf(steps), steps };
}

/** An unknown name says nothing where tools are offered whose names are not all known here (contract 2.5.0). */
const needsTool = (call: HealingCall, scope: Scope): boolean => call.tool !== undefined || !scope.request.openToolSet;

function evidenceOf(before: HealingCall, after: Mended): string {
  const issue = before.issues[0];
  if (before.tool === undefined) return `no tool of this name is offered; proposed: ${after.call.name}`;
  return issue === undefined
    ? 'the tool would refuse this value'
    : `${issue.pointer === '' ? 'the arguments' : issue.pointer} ${issue.message}`;
}

/** Several different objects: guided; split only by setting, into calls that are all valid, of a tool that only reads (contract 2.5.2). */
function separated(call: ReplyCall, objects: readonly string[], tool: AdvertisedTool | undefined, scope: Scope): CallRuling {
  const { settings, profile } = scope.lane;
  const wanted = settings['repair.arguments'] && settings['repair.concatenated'] === 'split' && !scope.request.singleCall;
  const valid = (text: string): boolean => healingCall(call.name, text, scope)?.issues.length === 0;
  if (
    wanted &&
    tool !== undefined &&
    sideEffectOf(call.name, profile) === 'reads' &&
    objects.length <= MOST_SPLIT &&
    allDistinct(objects) &&
    objects.every(valid)
  ) {
    const calls = objects.map((text, index) => ({ id: index === 0 ? call.id : '', name: call.name, arguments: text }));
    const after = objects.join('\n');
    const step = { rule: SPLIT, before: call.arguments, after, fixes: [fixOf(SPLIT, '', call.arguments, after)] };
    return { type: 'replace', calls, rule: SPLIT, fixes: step.fixes, steps: [step] };
  }
  return answer(invalidJson(call.name, true), parsed(call.arguments) === undefined, scope);
}

const allDistinct = (objects: readonly string[]): boolean =>
  objects.every((text, index) => objects.slice(0, index).every((other) => !allSameJson([text, other])));

const SPLIT = 'split-objects';

/** More objects than a model writes by mistake are guided. */
const MOST_SPLIT = 32;

/** JSON that can't be a call: answered, unless the operator switched that off. */
function blocking(guidance: Guidance, call: ReplyCall, scope: Scope): CallRuling {
  const hopeless = parsed(call.arguments) === undefined || !isIdentifier(call.name);
  return hopeless || scope.lane.settings['preflight.block'] ? answer(guidance, hopeless, scope) : DELIVER;
}

const answer = (guidance: Guidance, hopeless: boolean, scope: Scope): CallRuling => ({
  type: 'answer',
  pattern: guidance.pattern,
  text: guidanceText(withHints(guidance, scope.lane.settings['guidance.hints']), scope.lane.settings['guidance.format']),
  hopeless,
});
