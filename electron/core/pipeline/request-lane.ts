import type { LoopFinding } from '../circuit/loop-finding.ts';
import { HistoryDocument } from '../history/history-document.ts';
import type { GatewayError } from '../dialect/dialect.ts';
import { type RawText, readRaw } from '../turn/raw-text.ts';
import type {
  OnAccepted,
  RequestLaneStage,
  RequestStageFold,
  RequestStageInput,
  RequestStageOutput,
  StageRecord,
  StandInReply,
} from './request-lane-stage.ts';
import { wantsGuidancePrompt, withGuidancePrompt } from './guidance-prompt.ts';
import { requestStages } from './request-stages.ts';

/** One request as the gateway gives it. */
export interface RequestLaneInput extends Omit<RequestStageInput, 'document' | 'isNew'> {
  readonly rawBody: RawText;
  /** Names the thread: its folds go on from request to request. */
  readonly thread: string;
}

export interface RequestLaneResult {
  /** The changed body for the upstream; undefined: nothing was changed. */
  readonly body: string | undefined;
  readonly records: readonly StageRecord[];
  readonly decisions: readonly (readonly [key: string, value: string])[];
  readonly answer: GatewayError | undefined;
  readonly reply?: StandInReply | undefined;
  readonly blocked: LoopFinding | undefined;
  readonly steered: number;
  readonly onAccepted?: OnAccepted | undefined;
}

/** Where the server holds the history Signalbox only observes, and says so (contract 2.2). */
const HELD_BY_SERVER: StageRecord = {
  entry: {
    type: 'limit-reached',
    kind: 'server-held',
    detail: 'the endpoint holds this history: the turn is observed, nothing in it is changed',
  },
  alert: false,
};

/** Threads whose folds are kept; another one is folded anew when it comes back, which costs time and changes nothing. */
const MAX_THREADS = 256;
const MAX_KEYS = 5_000;

interface ThreadMemory {
  /** The history that the folds have read, and for which kind of upstream. */
  count: number;
  hash: string;
  upstream: string;
  folds: Map<string, RequestStageFold>;
  readonly recorded: Set<string>;
}

/**
 * The request side (wire 3.1): the visible list of stages over one history, written once. A stage that throws is recorded and skipped
 * (contract 2.7). Folds are kept per thread, so that a turn costs what is new in it (wire 3.9).
 */
export class RequestLane {
  private readonly stages: readonly RequestLaneStage[];
  /** Least recently used first. */
  private readonly threads = new Map<string, ThreadMemory>();

  constructor(stages: readonly RequestLaneStage[] = requestStages) {
    this.stages = stages;
  }

  run(input: RequestLaneInput): RequestLaneResult {
    const { request, rawBody, hashes } = input;
    const held: readonly StageRecord[] = request.serverHeld ? [HELD_BY_SERVER] : [];
    const nothing = { records: held, decisions: [], answer: undefined, blocked: undefined, steered: 0 };
    // The server holds what is missing here: only what needs no history may look (contract 2.2).
    const partial = request.serverHeld || request.background;
    const withPrompt = (changed: string | undefined): string | undefined =>
      partial || !wantsGuidancePrompt(input) ? changed : withGuidancePrompt(changed ?? readRaw(rawBody), request.dialect);
    const document = HistoryDocument.read(request.dialect, request.body, rawBody);
    if (document === undefined || hashes.length !== document.length) return { ...nothing, body: withPrompt(undefined) };
    const memory = this.memoryOf(input);
    const run = new LaneRun(document, input, memory, held);
    for (const stage of this.stages) {
      if (partial && stage.needsHistory !== false) continue;
      run.step(stage);
      if (run.answer !== undefined || run.reply !== undefined) break;
    }
    return run.result(withPrompt);
  }

  private memoryOf({ thread, hashes, upstream }: RequestLaneInput): ThreadMemory {
    const known = this.threads.get(thread);
    this.threads.delete(thread);
    const memory: ThreadMemory = known ?? { count: 0, hash: '', upstream: upstream.id, folds: new Map(), recorded: new Set() };
    this.threads.set(thread, memory);
    const [oldest] = this.threads.keys();
    if (this.threads.size > MAX_THREADS && oldest !== undefined) this.threads.delete(oldest);
    const continues = memory.upstream === upstream.id && (memory.count === 0 || hashes[memory.count - 1] === memory.hash);
    if (!continues) memory.folds = new Map();
    memory.upstream = upstream.id;
    memory.count = hashes.length;
    memory.hash = hashes[hashes.length - 1] ?? '';
    return memory;
  }
}

/** One pass through the stages. */
class LaneRun {
  answer: GatewayError | undefined;
  reply: StandInReply | undefined;
  private readonly document: HistoryDocument;
  private readonly input: RequestLaneInput;
  private readonly memory: ThreadMemory;
  private readonly records: StageRecord[];
  private readonly decisions: (readonly [string, string])[] = [];
  private steered = 0;
  private onAccepted: OnAccepted | undefined;
  private blocked: LoopFinding | undefined;

  constructor(document: HistoryDocument, input: RequestLaneInput, memory: ThreadMemory, records: readonly StageRecord[]) {
    this.records = [...records];
    this.document = document;
    this.input = input;
    this.memory = memory;
  }

  step(stage: RequestLaneStage): void {
    const { folds, recorded } = this.memory;
    const fold = folds.get(stage.name) ?? stage.begin();
    try {
      const output = fold.run({ ...this.input, document: this.document, isNew: (key) => remember(recorded, `${stage.name}\n${key}`) });
      this.document.apply(output.edits);
      folds.set(stage.name, fold);
      this.take(output);
    } catch (cause) {
      folds.delete(stage.name);
      const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      this.records.push({ entry: { type: 'stage-failed', stage: `request-lane/${stage.name}`, detail }, alert: true });
    }
  }

  result(withPrompt: (changed: string | undefined) => string | undefined): RequestLaneResult {
    const { document, records, decisions, answer, reply, blocked, steered, onAccepted } = this;
    const written = document.changed ? document.write() : undefined;
    // Changes that undo each other are none.
    const changed = written === undefined || written === readRaw(this.input.rawBody) ? undefined : written;
    return { body: withPrompt(changed), records, decisions, answer, reply, blocked, steered, onAccepted };
  }

  private take(output: RequestStageOutput): void {
    this.records.push(...output.records);
    this.decisions.push(...output.decisions);
    this.steered += output.steered ?? 0;
    this.answer = output.answer;
    this.reply = output.reply;
    this.blocked = output.blocked ?? this.blocked;
    this.onAccepted = output.onAccepted ?? this.onAccepted;
  }
}

/** True when the key is new. Bounded: the oldest are forgotten, and what they stand for may be recorded once more. */
function remember(keys: Set<string>, key: string): boolean {
  if (keys.has(key)) return false;
  keys.add(key);
  const [oldest] = keys;
  if (keys.size > MAX_KEYS && oldest !== undefined) keys.delete(oldest);
  return true;
}
