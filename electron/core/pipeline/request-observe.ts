import { isJsonObject, own, type JsonObject } from '../../../shared/json.ts';
import type { AgentProfile } from '../agent/agent-profile.ts';
import { personWords } from '../agent/person-words.ts';
import { toolRoles } from '../agent/side-effect.ts';
import { samePath } from '../fault/call-target.ts';
import { type Classification, type ClassifyContext, classifyFault } from '../fault/classify-fault.ts';
import { fsNotObserved } from '../fault/patterns/fs-not-observed.ts';
import { anchoredEdit, pathIn } from '../healing/observe/anchored-edit.ts';
import { OBSERVE_RULE } from '../healing/observe/observe-rule.ts';
import { readCallFor, type UnnamedCall } from '../healing/observe/read-call.ts';
import { decisionKey } from '../history/past-decisions.ts';
import { asksThinking } from '../turn/asks-thinking.ts';
import { isOwnCallId, ownCallId } from '../turn/own-call-id.ts';
import type { HistoryCall, HistoryItem, HistoryResult, TurnRequest } from '../turn/turn.ts';
import type { RequestLaneStage, RequestStageInput, RequestStageOutput } from './request-lane-stage.ts';

/**
 * Observe-then-retry (product, table of source options): an edit that failed because the file was not read yet gets the read and the same edit once
 * more, both as replies of Signalbox's own making. What it does follows from the agent's history and the rule's switch alone, besides the edit that
 * waits for its read, which is a stored decision: so the same request gets the same reply.
 */
export const observeStage: RequestLaneStage = { name: OBSERVE_RULE.id, begin: () => ({ run: (input) => observe(input) }) };

const NOTHING: RequestStageOutput = { edits: [], records: [], decisions: [] };

/** The edit that is repeated once its file was read. */
interface WaitingEdit extends UnnamedCall {
  /** Id of the call that failed. */
  readonly of: string;
}

const waitingKey = (scope: string, id: string): string => decisionKey('observe', { scope, before: '', position: 0, id });

function observe(input: RequestStageInput): RequestStageOutput {
  if (!mayAct(input)) return NOTHING;
  const last = lastTurn(input.request.history, input.profile);
  if (last === undefined) return NOTHING;
  const [only] = last.calls;
  if (last.calls.length === 1 && only !== undefined && isOwnCallId(only.id)) return repeatEdit(only, last, input);
  return readFirst(last, input);
}

/** Nothing is made in the model's place where the operator looks at each call, has words for the model, or the history must hold thinking. */
function mayAct({ settings, switches, turn, request }: RequestStageInput): boolean {
  if (own(settings.healing, OBSERVE_RULE.id) !== 'on' || !switches.recovery || switches.hold) return false;
  if (turn.side || turn.steers.length > 0 || turn.orders !== undefined) return false;
  return request.tools.length > 0 && request.choices === 1 && !request.structuredOutput && !asksThinking(request);
}

/** The calls of the model's last turn with their results, where the request ends with these. */
interface LastTurn {
  readonly calls: readonly HistoryCall[];
  readonly resultOf: (id: string) => HistoryResult | undefined;
}

function lastTurn(history: readonly HistoryItem[], profile: AgentProfile): LastTurn | undefined {
  let at = history.length - 1;
  for (let item = history[at]; item?.type === 'user'; item = history[--at]) if (personWords(item.text, profile) !== '') return undefined;
  const results = new Map<string, HistoryResult>();
  for (let item = history[at]; item?.type === 'results'; item = history[--at]) for (const one of item.results) results.set(one.callId, one);
  const item = history[at];
  if (item?.type !== 'assistant' || item.calls.length === 0 || results.size !== item.calls.length) return undefined;
  return { calls: item.calls, resultOf: (id) => results.get(id) };
}

function readFirst(last: LastTurn, input: RequestStageInput): RequestStageOutput {
  const failed: HistoryCall[] = [];
  for (const call of last.calls) {
    const outcome = outcomeOf(call, last, input);
    if (outcome === undefined) return NOTHING;
    if (outcome.type === 'none' && outcome.kind === 'success') continue;
    if (outcome.type !== 'fault' || outcome.pattern.id !== fsNotObserved.id) return NOTHING;
    failed.push(call);
  }
  const [edit, second] = failed;
  if (edit === undefined || second !== undefined || isOwnCallId(edit.id)) return NOTHING;
  const args = edit.kind === 'function' && toolRoles(edit.name, input.profile).includes('edit') ? objectIn(edit.arguments) : undefined;
  const file = args === undefined ? undefined : anchoredEdit(args);
  if (file === undefined || wasRead(file.path, input.request)) return NOTHING;
  const read = readCallFor(file, input.request.tools, input.profile);
  if (read === undefined) return NOTHING;
  return made(read, { name: edit.name, arguments: edit.arguments, of: edit.id }, input);
}

/** Once for a file: another read of ours would not help either. */
function wasRead(path: string, { history }: TurnRequest): boolean {
  return history.some(
    (item) =>
      item.type === 'assistant' &&
      item.calls.some((call) => isOwnCallId(call.id) && samePath(pathIn(objectIn(call.arguments) ?? {})?.path ?? '', path)),
  );
}

function repeatEdit(read: HistoryCall, last: LastTurn, input: RequestStageInput): RequestStageOutput {
  const stored = input.decided(waitingKey(input.turn.scope, read.id));
  const outcome = outcomeOf(read, last, input);
  if (stored === undefined || outcome?.type !== 'none' || outcome.kind !== 'success') return NOTHING;
  const edit = JSON.parse(stored) as WaitingEdit;
  return input.request.tools.some(({ name }) => name === edit.name) ? made(edit, edit.of, input) : NOTHING;
}

function outcomeOf(call: HistoryCall, last: LastTurn, { request, profile }: RequestStageInput): Classification | undefined {
  const result = last.resultOf(call.id);
  if (result === undefined) return undefined;
  const context: ClassifyContext = { profile, advertised: new Set(request.tools.map(({ name }) => name)) };
  const schema = request.tools.find(({ name }) => name === call.name)?.schema;
  const outcome = classifyFault(
    { text: result.text, flag: result.isError, tool: call.name, argumentsText: call.arguments, schema },
    context,
  );
  return outcome.type === 'none' && outcome.kind === 'success' && result.isError === true ? { type: 'none', kind: 'failure' } : outcome;
}

/** The reply with one call. `next`: the edit that waits for this read, or the id of the call that is repeated now. */
function made(call: UnnamedCall, next: WaitingEdit | string, input: RequestStageInput): RequestStageOutput {
  const { hashes, request, turn } = input;
  const id = ownCallId(request.dialect, { historyHash: hashes[hashes.length - 1] ?? '', name: call.name, arguments: call.arguments });
  const whole = { id, name: call.name, arguments: call.arguments };
  const repeats = typeof next === 'string';
  const entry = {
    type: 'tool-call-made',
    call: { key: id, ...whole },
    rule: OBSERVE_RULE.id,
    step: repeats ? 'repeat' : 'read',
    of: repeats ? next : next.of,
  } as const;
  return {
    edits: [],
    records: input.isNew(id) ? [{ entry, alert: false }] : [],
    decisions: repeats ? [] : [[waitingKey(turn.scope, id), JSON.stringify(next)]],
    reply: { id: id.slice(id.indexOf('_') + 1), calls: [whole] },
  };
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
