import type { GatewayError } from '../dialect/dialect.ts';
import { guidanceText } from '../fault/guidance.ts';
import { loopIn } from '../circuit/loop-detector.ts';
import type { LoopFinding } from '../circuit/loop-finding.ts';
import { loopGuidance } from '../circuit/loop-guidance.ts';
import { closeRound, emptyLoopState, type LoopState, readItem } from '../circuit/loop-history.ts';
import { mediaIn } from '../circuit/result-media.ts';
import { NO_RESULT } from '../history/history-wording.ts';
import type { HistoryEdit } from '../history/history-edit.ts';
import type { ResultNode } from '../history/history-node.ts';
import { stableHashOf } from '../turn/stable-hash.ts';
import type { HistoryItem } from '../turn/turn.ts';
import { circuitResetKey } from './circuit-reset.ts';
import { isolatedError, loopError } from './loop-errors.ts';
import type { RequestLaneStage, RequestStageFold, RequestStageInput, RequestStageOutput, StageRecord } from './request-lane-stage.ts';

/**
 * Stuck loops are told to the model, and from the open circuit on the turn can end here (contract 2.6, wire 3.5). A fold over what the agent sent, so
 * that guidance of the stages before changes nothing in what is compared.
 */
export const loopStage: RequestLaneStage = { name: 'break-loops', begin: () => new LoopStageFold() };

/** What was done at one place of the history: put there again in every later request. */
interface StoredStep {
  readonly text?: string | undefined;
  /** Call whose result carries the text; undefined: words of their own. */
  readonly callId?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly open?: boolean | undefined;
}

/** A model that was told twice with the circuit open and goes on all the same is not asked again. */
const MOST_TOLD = 2;
/** Entries behind a call in which its result is looked for. */
const MOST_NODES = 64;

interface Progress {
  readonly state: LoopState;
  readonly edits: readonly HistoryEdit[];
  readonly circuit: LoopFinding | undefined;
  readonly told: { readonly fingerprint: string; readonly times: number };
}

const START: Progress = { state: emptyLoopState, edits: [], circuit: undefined, told: { fingerprint: '', times: 0 } };

class LoopStageFold implements RequestStageFold {
  /** What holds before the entry `from`, the model's last answer: it is read again with the results that came since. */
  private settled = START;
  private from = 0;

  run(input: RequestStageInput): RequestStageOutput {
    const run = new LoopRun(input, this.settled);
    const { history } = input.request;
    let first = history.length;
    while (first > 0 && (history[first - 1]?.index ?? -1) >= this.from) first -= 1;
    for (const item of history.slice(first)) {
      if (item.type === 'assistant') {
        run.closeTurn();
        this.settled = run.progress;
        this.from = item.index;
      }
      run.read(item);
    }
    return run.finish();
  }
}

/** One request. */
class LoopRun {
  progress: Progress;
  private readonly input: RequestStageInput;
  private readonly records: StageRecord[] = [];
  private readonly decisions: (readonly [string, string])[] = [];
  private last: HistoryItem | undefined;
  private lastCall = '';
  private lastStored = false;

  constructor(input: RequestStageInput, settled: Progress) {
    this.input = input;
    this.progress = settled;
  }

  read(item: HistoryItem): void {
    const { request, profile } = this.input;
    const list = request.body['messages'] ?? request.body['input'];
    const state = readItem(this.progress.state, item, profile, (index, callId) => mediaIn(list, index, callId));
    this.progress = { ...this.progress, state };
    if (item.type === 'results') this.lastCall = item.results[item.results.length - 1]?.callId ?? '';
    if (item.type === 'assistant') this.lastCall = '';
    const isSamePlace = this.last?.index === item.index;
    this.last = item;
    if (item.type === 'results' || item.type === 'user') this.again(item.index, isSamePlace);
    else this.lastStored = false;
  }

  /** The model's next answer begins: its former one is counted with the results that it got. */
  closeTurn(): void {
    const { settings, profile } = this.input;
    const circuit = loopIn(this.progress.state, settings, profile);
    this.progress = { ...this.progress, state: closeRound(this.progress.state, profile), circuit };
  }

  finish(): RequestStageOutput {
    const { input, last } = this;
    const { turn, switches, settings, profile } = input;
    const done = (more: Partial<RequestStageOutput> = {}): RequestStageOutput => ({
      edits: this.progress.edits,
      records: this.records,
      decisions: this.decisions,
      ...more,
    });
    if (!switches.loops) return done();
    if (turn.orders?.isolated === true) return done({ answer: isolatedError() });
    const key = this.keyAt(input.hashes.length - 1);
    if (turn.side) return done({ records: this.watched(key) });
    if (turn.orders?.closing === true) {
      this.reset();
      return done();
    }
    const finding = loopIn(this.progress.state, settings, profile);
    this.noteCircuit(finding, key);
    if (finding === undefined || last === undefined) return done();
    this.detected(finding, key);
    // No tools, no touch (contract 2.2).
    if (input.request.tools.length === 0) return done();
    const { told } = this.progress;
    const times = told.fingerprint === finding.fingerprint ? told.times - (this.lastStored ? 1 : 0) : 0;
    if (finding.stage === 'open' && times >= MOST_TOLD && turn.steers.length === 0) return done({ answer: this.ended(finding) });
    this.guide(finding, key);
    return done(finding.barred ? { blocked: finding } : {});
  }

  /** A request that is no turn is only watched. */
  private watched(key: string): readonly StageRecord[] {
    const finding = loopIn(this.progress.state, this.input.settings, this.input.profile);
    if (finding !== undefined) this.detected(finding, key);
    return this.records;
  }

  /** What was said here in an earlier request is said here again, byte for byte. */
  private again(index: number, isSamePlace: boolean): void {
    const { decided, turn, hashes } = this.input;
    if (decided(circuitResetKey(turn.scope, hashes[index] ?? '')) !== undefined)
      this.progress = { ...this.progress, state: { ...emptyLoopState, beside: this.progress.state.beside }, circuit: undefined };
    if (isSamePlace && this.lastStored) return;
    const value = decided(this.keyAt(index));
    this.lastStored = value !== undefined;
    if (value === undefined) return;
    const stored = JSON.parse(value) as StoredStep;
    this.put(stored, index);
    if (stored.open !== true || stored.fingerprint === undefined) return;
    const { fingerprint, times } = this.progress.told;
    this.progress = {
      ...this.progress,
      told: { fingerprint: stored.fingerprint, times: fingerprint === stored.fingerprint ? times + 1 : 1 },
    };
  }

  private detected({ kind, evidence, count, stage }: LoopFinding, key: string): void {
    if (!this.input.isNew(`loop ${key}`)) return;
    this.records.push({ entry: { type: 'loop-detected', kind, evidence, count, action: 'guide' }, alert: stage === 'open' });
  }

  private guide(finding: LoopFinding, key: string): void {
    const { input, last } = this;
    if (this.lastStored || last === undefined || !input.settings['guidance.enabled']) return;
    // Behind words of the model that wait to be continued there is no place for others.
    if (last.type === 'assistant') return;
    const guidance = loopGuidance(finding);
    const text = guidanceText(guidance, input.settings['guidance.format']);
    const callId = this.lastCall;
    const stored: StoredStep = {
      text,
      ...(callId === '' ? {} : { callId }),
      fingerprint: finding.fingerprint,
      open: finding.stage === 'open',
    };
    const { fingerprint, open } = stored;
    if (!this.put(stored, last.index)) {
      // The directive of a known mistake stands there already: it counts as told.
      if (open === true) this.decisions.push([key, JSON.stringify({ fingerprint, open })]);
      return;
    }
    this.decisions.push([key, JSON.stringify(stored)]);
    if (input.isNew(`guide ${key}`)) {
      const { pattern, occurrence } = guidance;
      this.records.push({ entry: { type: 'guidance-sent', callId, pattern, occurrence, text }, alert: false });
    }
  }

  /** False: nothing was put there. A result that carries guidance on its own mistake says enough. */
  private put({ text, callId }: StoredStep, index: number): boolean {
    if (text === undefined) return false;
    const edit = callId === undefined ? this.wordsAt(index, text) : this.resultText(callId, index, text);
    if (edit === undefined) return false;
    this.progress = { ...this.progress, edits: [...this.progress.edits, edit] };
    return true;
  }

  private wordsAt(index: number, text: string): HistoryEdit | undefined {
    const node = this.input.document.lastUpTo(index);
    if (node?.role !== 'user' && node?.role !== 'tool') return undefined;
    // What stood there may have been left out: what is in front of it was sent before, and stays.
    return { type: 'add-user-text', behind: node.ref.at < index ? { at: index, extra: 0 } : node.ref, text };
  }

  private resultText(callId: string, index: number, text: string): HistoryEdit | undefined {
    const result = this.resultOf(callId, index);
    if (result === undefined) return undefined;
    // It stands further up and is not the one that came now, which was left out or follows as text: what was sent before stays as it is.
    if (result.ref.at < index && (result.text === NO_RESULT || this.input.document.isAnswered(callId, index, MOST_NODES)))
      return this.wordsAt(index, text);
    return isGuided(result.text) ? undefined : { type: 'add-result-text', result: { ...result.ref, place: result.place }, text };
  }

  /** The result as it stands after the stages before; repair may have moved it. */
  private resultOf(callId: string, index: number): ResultNode | undefined {
    const { document } = this.input;
    const here = document.node({ at: index, extra: 0 })?.results.findLast((result) => result.callId === callId);
    if (here !== undefined) return here;
    let left = MOST_NODES;
    for (const node of document.from(Math.max(0, index - MOST_NODES / 2))) {
      const found = node.results.findLast((result) => result.callId === callId);
      if (found !== undefined) return found;
      left -= 1;
      if (left === 0) return undefined;
    }
    return undefined;
  }

  private noteCircuit(finding: LoopFinding | undefined, key: string): void {
    const { input } = this;
    const before = this.progress.circuit;
    if (isOpen(before) && (!isOpen(finding) || finding.fingerprint !== before.fingerprint) && input.isNew(`closed ${key}`)) {
      const cause = closeRound(this.progress.state, input.profile).rounds.length === 0 ? 'user message' : 'another step or result';
      this.records.push({ entry: { type: 'circuit-closed', fingerprint: before.fingerprint, cause }, alert: false });
    }
    if (isOpen(finding) && before?.fingerprint !== finding.fingerprint && input.isNew(`opened ${key}`)) this.opened(finding);
    else if (isOpen(finding) && !isOpen(before) && input.isNew(`opened ${key}`)) this.opened(finding);
  }

  private opened({ fingerprint, tool, count, stage }: LoopFinding): void {
    const entry = { type: 'circuit-opened', fingerprint, pattern: 'EI/MODEL_STUCK_LOOP/001', tool, occurrences: count } as const;
    this.records.push({ entry, alert: stage === 'open' });
  }

  /** The operator closed the circuits: the next request counts from here. */
  private reset(): void {
    const { hashes, turn } = this.input;
    this.decisions.push([circuitResetKey(turn.scope, hashes[hashes.length - 1] ?? ''), 'reset']);
  }

  private ended(finding: LoopFinding): GatewayError {
    const { kind, evidence, count } = finding;
    this.records.push({ entry: { type: 'loop-detected', kind, evidence, count, action: 'end' }, alert: true });
    return loopError(finding);
  }

  private keyAt(index: number): string {
    return `loop:${stableHashOf([this.input.turn.scope, this.input.hashes[index] ?? ''])}`;
  }
}

/** Open from the count on at which the next repetition is not let through. */
const isOpen = (finding: LoopFinding | undefined): finding is LoopFinding =>
  finding !== undefined && (finding.stage === 'open' || finding.barred);

const isGuided = (text: string): boolean => text.startsWith('{"signalbox":1,') || text.startsWith('[signalbox 1] ');
