import { isJsonObject } from '../../../shared/json.ts';
import { personWords } from '../agent/person-words.ts';
import type { ClassifyContext, ToolOutcome } from '../fault/classify-fault.ts';
import { type CircuitClosing, FaultFold, type FoldedResult } from '../fault/fold-faults.ts';
import { faultGuidance, GuidePlaces, plainPlace, withoutFinds } from '../fault/fault-guidance.ts';
import { type Guidance, guidanceText } from '../fault/guidance.ts';
import { patternSwitch } from '../fault/pattern-switch.ts';
import type { HistoryEdit } from '../history/history-edit.ts';
import type { CallNode, HistoryNode, NodeRef, ResultNode } from '../history/history-node.ts';
import { decisionKey } from '../history/past-decisions.ts';
import { isOwnCallId } from '../turn/own-call-id.ts';
import { stableHash } from '../turn/stable-hash.ts';
import type { RequestLaneStage, RequestStageFold, RequestStageInput, RequestStageOutput, StageRecord } from './request-lane-stage.ts';
import type { GatewayError } from '../dialect/dialect.ts';
import { mistakeError } from './loop-errors.ts';
import { type PlacedCall, TurnFollower } from './request-turns.ts';

/** Tool errors become guidance (contract 2.6): classified, counted, and answered in the place of their text. */
export const guidanceStage: RequestLaneStage = { name: 'classify-results', begin: () => new GuidanceStageFold() };

/** The key of the arguments that the model wrote where the agent got others: some agents report a false cause (contract 2.6). */
export const originalArgumentsKey = (scope: string, before: string, callId: string): string =>
  decisionKey('arguments', { scope, before, position: -1, id: callId });

/** What was sent in place of an error, as it is stored: it stays what it is, whatever tools and settings come later. */
interface StoredGuidance {
  /** Hash of the error text that it answers. */
  readonly of: string;
  readonly format: 'json' | 'text';
  readonly guidance: Guidance;
}

interface KnownCall {
  readonly placed: PlacedCall;
  readonly input: CallNode['input'];
}

const EXCERPT = 200;
/** How often the open circuit is told to the model before its turn ends. */
const MOST_TOLD = 2;
const MOST_BLOCKS = 4;

class GuidanceStageFold implements RequestStageFold {
  private readonly edits: HistoryEdit[] = [];
  private readonly faults = new FaultFold();
  private readonly turns = new TurnFollower();
  private readonly inputs = new Map<string, CallNode['input']>();
  private seen: NodeRef | undefined;

  run(input: RequestStageInput): RequestStageOutput {
    const run = new GuidanceRun(input, lastTurnOf(input, this.seen, this.turns.inTurn) ?? this.turns.lastTurn);
    if (input.turn.orders?.closing === true) run.decideReset();
    for (const node of input.document.after(this.seen)) {
      this.seen = node.ref;
      if (run.isReset(node.ref)) run.forgiven(this.faults.forget('operator'), node);
      this.read(node, run);
      this.turns.read(node, input.hashes);
    }
    this.edits.push(...run.edits);
    return { edits: this.edits, records: run.records, decisions: run.decisions, answer: run.ending() };
  }

  private read(node: HistoryNode, run: GuidanceRun): void {
    if (node.role === 'assistant') {
      this.faults.reply();
      const sent = node.calls.length === 0 ? [] : run.input.document.sentCalls(node);
      for (const call of node.calls) this.inputs.set(call.id, (sent.find(({ place }) => place === call.place) ?? call).input);
      return;
    }
    for (const result of node.results) this.take(result, run);
    // Words that Signalbox put in are no person's.
    if (node.role !== 'user' || node.ref.extra > 0) return;
    run.forgiven(this.faults.userMessage(personWords(node.text, run.input.profile)), node);
  }

  private take(result: ResultNode, run: GuidanceRun): void {
    const placed = this.turns.callOf(result.callId);
    if (placed === undefined) return;
    const call: KnownCall = { placed, input: this.inputs.get(placed.id) };
    this.inputs.delete(placed.id);
    // Free-text, built-in and server-side calls are seen and left alone (contract 2.5.0).
    if (placed.kind !== 'function') return run.saw(result, call, 'worked');
    const outcomes = run.outcomesOf(result, call);
    let folded: FoldedResult | undefined;
    let block = 0;
    for (const [index, outcome] of outcomes) {
      if (folded?.type === 'fault') break;
      if (folded !== undefined && result.isError !== true) break;
      folded = this.faults.result(outcome, run.context);
      block = index;
    }
    run.saw(result, call, result.isError === true || failed(folded) ? 'failed' : 'worked');
    if (folded?.type === 'fault') run.fault(result, call, block, folded);
    else if (folded !== undefined) run.closings(folded.closed, result);
  }
}

/** A known mistake, or a failure that is none of the model's. */
const failed = (folded: FoldedResult | undefined): boolean =>
  folded?.type === 'fault' || (folded?.type === 'none' && folded.classification.kind !== 'success');

/**
 * Index of the first message of the model's last turn in what is new; undefined: none begins there. `within`: what was read before ended inside a
 * turn, which goes on with the first new message of the model, as it does for who reads the history at once.
 */
function lastTurnOf({ document }: RequestStageInput, seen: NodeRef | undefined, within: boolean): number | undefined {
  let last: number | undefined;
  let inTurn = within;
  for (const node of document.after(seen)) {
    if (node.role === 'assistant') {
      if (!inTurn) last = node.ref.at;
      inTurn = true;
    } else if (node.role !== 'other') inTurn = false;
  }
  return last;
}

/** What one request adds. */
class GuidanceRun {
  readonly edits: HistoryEdit[] = [];
  readonly records: StageRecord[] = [];
  readonly decisions: (readonly [string, string])[] = [];
  readonly context: ClassifyContext;
  readonly input: RequestStageInput;
  private readonly lastTurn: number;
  /** The mistake of the model's last turn that was made most often; undefined: none, or something worked beside it. */
  private stuck: { readonly tool: string; readonly occurrence: number; readonly evidence: string } | undefined;
  private worked = false;
  private readonly places: GuidePlaces;
  private readonly threshold: number;

  constructor(input: RequestStageInput, lastTurn: number) {
    this.input = input;
    this.lastTurn = lastTurn;
    const { tools } = input.request;
    this.context = { profile: input.profile, advertised: new Set(tools.map((tool) => tool.name)) };
    this.places = new GuidePlaces(tools, input.profile);
    this.threshold = input.switches.loops ? input.settings['circuit.threshold'] : Number.POSITIVE_INFINITY;
  }

  /** The operator closed the circuits: what was counted before the model's last turn is forgotten, in every later request too. */
  decideReset(): void {
    this.decisions.push([this.resetKey(this.lastTurn), '1']);
  }

  isReset({ at, extra }: NodeRef): boolean {
    const key = this.resetKey(at);
    return extra === 0 && (this.input.decided(key) !== undefined || this.decisions.some(([decided]) => decided === key));
  }

  private resetKey(at: number): string {
    const { turn, hashes } = this.input;
    return decisionKey('faults-reset', { scope: turn.scope, before: hashes[at - 1] ?? '', position: at, id: '' });
  }

  outcomesOf(result: ResultNode, call: KnownCall): readonly (readonly [number, ToolOutcome])[] {
    const { placed } = call;
    const written = this.input.decided(originalArgumentsKey(this.input.turn.scope, placed.before, placed.id));
    const sent = typeof call.input === 'string' ? call.input : call.input === undefined ? '' : JSON.stringify(call.input);
    const schema = this.input.request.tools.find((tool) => tool.name === placed.name)?.schema;
    const outcome = (text: string): ToolOutcome => ({
      text,
      flag: result.isError,
      tool: placed.name,
      argumentsText: written ?? sent,
      schema,
    });
    const filled = [...result.blocks.entries()].filter(([, text]) => text.trim() !== '').slice(0, MOST_BLOCKS);
    return filled.length === 0 ? [[0, outcome('')]] : filled.map(([index, text]) => [index, outcome(text)] as const);
  }

  saw(result: ResultNode, call: KnownCall, outcome: 'worked' | 'failed'): void {
    if (!this.isFresh(call)) return;
    if (outcome === 'worked') this.worked = true;
    if (!this.input.isNew(`seen ${keyOf(call)}`)) return;
    const seen = { callId: result.callId, tool: call.placed.name, error: outcome === 'failed', excerpt: result.text.slice(0, EXCERPT) };
    this.record({ type: 'tool-result-seen', ...seen, ...(isOwnCallId(result.callId) ? { made: true } : {}) });
  }

  fault(result: ResultNode, call: KnownCall, block: number, folded: FoldedResult & { readonly type: 'fault' }): void {
    const { placed } = call;
    const { pattern } = folded.fault;
    const { fingerprint, occurrence } = folded;
    const fresh = this.isFresh(call);
    const on = patternSwitch(this.input.settings, pattern.id) === 'on';
    if (fresh && on && occurrence > (this.stuck?.occurrence ?? 0))
      this.stuck = { tool: placed.name, occurrence, evidence: result.text.slice(0, EXCERPT) };
    const news = fresh && this.input.isNew(`fault ${keyOf(call)}`);
    if (news) this.record({ type: 'fault-classified', pattern: pattern.id, tool: placed.name, callId: placed.id, occurrence, fingerprint });
    this.guide(result, call, block, folded, fresh && on);
    if (news && on && folded.counted && occurrence === this.threshold) {
      this.record({ type: 'circuit-opened', fingerprint, pattern: pattern.id, tool: placed.name, occurrences: occurrence }, true);
    }
  }

  /**
   * The model was told twice that the circuit is open, and makes the same mistake again and nothing else: it is not asked once more (contract 2.6,
   * wire 3.5). Where something worked beside it, it goes on: another step may be the way out.
   */
  ending(): GatewayError | undefined {
    const { input, stuck, worked } = this;
    if (stuck === undefined || worked || stuck.occurrence < this.threshold + MOST_TOLD) return undefined;
    if (!input.settings['guidance.enabled'] || input.request.tools.length === 0 || input.turn.side) return undefined;
    // What the operator has to say may be the way out.
    if (input.turn.steers.length > 0) return undefined;
    const { tool, occurrence, evidence } = stuck;
    if (input.isNew(`ended ${input.hashes[input.hashes.length - 1] ?? ''}`))
      this.record({ type: 'loop-detected', kind: 'same_error_varied_args', evidence: [evidence], count: occurrence, action: 'end' }, true);
    return mistakeError(tool, occurrence);
  }

  /** A person's word, or the operator's: what was done so far does not end the turn either. */
  forgiven(closings: readonly CircuitClosing[], where: { readonly ref: NodeRef }): void {
    if (closings.length > 0) this.stuck = undefined;
    this.closings(closings, where);
  }

  closings(closings: readonly CircuitClosing[], where: { readonly ref: NodeRef }): void {
    for (const { circuit, cause } of closings) {
      if (circuit.occurrences < this.threshold) continue;
      const { fingerprint } = circuit;
      if (where.ref.at < this.lastTurn || !this.input.isNew(`closed ${fingerprint} ${this.input.hashes[where.ref.at] ?? ''}`)) continue;
      this.record({ type: 'circuit-closed', fingerprint, cause });
    }
  }

  /**
   * Guidance stands where it was sent before, and in the results that are new now; an older result went out as the agent sent it, and stays so
   * (contract 2.6).
   */
  private guide(
    result: ResultNode,
    call: KnownCall,
    block: number,
    folded: FoldedResult & { readonly type: 'fault' },
    /** Nothing went out about it yet, and its pattern is on. */
    open: boolean,
  ): void {
    const { input } = this;
    const { placed } = call;
    const original = result.blocks[block] ?? '';
    const key = decisionKey('guidance', { scope: input.turn.scope, before: placed.before, position: placed.position, id: placed.id });
    const stored = storedOf(input.decided(key), original);
    const active = input.settings['guidance.enabled'] && input.request.tools.length > 0;
    if (stored === undefined && !(open && active)) return;
    const sent = stored ?? this.newGuidance(call, folded, original);
    const text = guidanceText(sent.guidance, sent.format, original);
    this.edits.push({ type: 'set-result-text', result: { ...result.ref, place: result.place }, block, text });
    if (stored !== undefined) return;
    this.decisions.push([key, JSON.stringify(sent)]);
    if (!input.isNew(`guide ${keyOf(call)}`)) return;
    const { pattern, occurrence } = sent.guidance;
    this.record({ type: 'guidance-sent', callId: placed.id, pattern, occurrence, text: guidanceText(sent.guidance, sent.format) });
  }

  private newGuidance({ placed, input }: KnownCall, folded: FoldedResult & { readonly type: 'fault' }, original: string): StoredGuidance {
    const format = this.input.settings['guidance.format'];
    const args = typeof input === 'string' ? parsed(input) : input;
    const place = this.places.of(placed.name, isJsonObject(args) ? args : undefined);
    const hints = this.input.settings['guidance.hints'];
    const guidance = faultGuidance(
      hints ? folded.fault : withoutFinds(folded.fault),
      folded.occurrence,
      hints ? place : plainPlace(place),
      this.threshold,
    );
    return { of: stableHash(original), format, guidance };
  }

  /** The result of a call in the model's last turn: no earlier request can have held it. */
  private isFresh({ placed }: KnownCall): boolean {
    return placed.turnStart === this.lastTurn;
  }

  private record(entry: StageRecord['entry'], alert = false): void {
    this.records.push({ entry, alert });
  }
}

const keyOf = ({ placed }: KnownCall): string => `${placed.before}:${placed.position}:${placed.id}`;

function storedOf(value: string | undefined, original: string): StoredGuidance | undefined {
  if (value === undefined) return undefined;
  const stored = JSON.parse(value) as StoredGuidance;
  return stored.of === stableHash(original) ? stored : undefined;
}

function parsed(text: string): CallNode['input'] {
  try {
    return JSON.parse(text) as CallNode['input'];
  } catch {
    return undefined;
  }
}
