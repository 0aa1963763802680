import type { EntryBody } from '../../shared/journal-entry.ts';
import type { Outcome } from '../../shared/vocabulary.ts';
import type { LaneSummary } from '../core/pipeline/effect.ts';
import type { TurnRequest } from '../core/turn/turn.ts';
import type { JournalPort, TurnTape } from '../journal/journal-port.ts';
import type { ExchangeInput } from './exchange-input.ts';
import { upstreamFailure } from './gateway-error.ts';
import { FateReader } from './request-fate.ts';
import type { TurnPlace } from './turn-place.ts';

/** What `turn-ended` needs besides the lane's summary. Times in milliseconds. */
export interface TurnFigures {
  readonly outcome: Outcome | undefined;
  /** The outcome where nothing acted on the reply. */
  readonly otherwise: Outcome;
  /** The finish where no lane ran. */
  readonly finish?: string | undefined;
  readonly status: number;
  /** The last answer of the endpoint to the agent's request; 0: none. */
  readonly upstreamStatus: number;
  readonly durationMs: number;
  readonly firstByteMs: number | undefined;
  readonly overheadMs: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly error: Extract<EntryBody, { type: 'turn-ended' }>['error'];
}

/** Journal entries and tape of one turn. */
export class TurnLog {
  readonly tape: TurnTape;
  private readonly journal: JournalPort;
  private readonly place: TurnPlace;
  private readonly settle: ExchangeInput['settle'];
  private readonly fates = new FateReader();
  private isSettled = false;

  constructor(journal: JournalPort, input: ExchangeInput) {
    this.journal = journal;
    this.place = input.place;
    this.settle = input.settle;
    const { session, thread, turn } = input.place;
    const { request, method, path } = input;
    const { dialect } = request;
    this.tape = journal.openTape({ turn, session, thread, dialect, method, path, headers: input.agentHeaders, body: input.agentBody });
    this.record({
      type: 'turn-started',
      dialect,
      model: request.model,
      agent: input.profile.id,
      upstream: input.target.name,
      stream: request.stream,
      method,
      path: path.split('?', 1)[0] ?? '',
      tools: request.tools.map((tool) => tool.name),
      title: titleOf(request),
      side: input.place.side,
      retryOf: input.place.retryOf,
    });
  }

  record(entry: EntryBody, alert = false): void {
    const { session, thread, turn } = this.place;
    this.fates.read(entry);
    this.journal.append({ session, thread, turn, level: alert ? 'alert' : levelOf(entry), ...entry });
  }

  /** The upstream failed. */
  failure(cause: string, status: number, upstream: string, detail: string): void {
    for (const entry of upstreamFailure(cause, status, upstream, detail)) this.record(entry);
  }

  /** Something of ours threw (contract 2.7). */
  stageFailed(stage: string, cause: unknown): void {
    this.record({ type: 'stage-failed', stage, detail: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }, true);
  }

  /** The request side hears what became of its request, the first time only; what it cannot do is skipped (contract 2.7). */
  settled(status: number): void {
    if (this.isSettled) return;
    this.isSettled = true;
    try {
      for (const { entry, alert } of this.settle?.(this.fates.fate(status)) ?? []) this.record(entry, alert);
    } catch (cause) {
      this.stageFailed('request-lane/settle', cause);
    }
  }

  ended(summary: LaneSummary | undefined, figures: TurnFigures): void {
    this.settled(figures.upstreamStatus);
    this.record({
      type: 'turn-ended',
      outcome: figures.outcome ?? (summary === undefined || summary.outcome === 'pass_through' ? figures.otherwise : summary.outcome),
      reason: summary?.reason,
      status: figures.status,
      finish: summary?.finish ?? figures.finish ?? 'missing',
      calls: summary?.calls ?? 0,
      reasks: summary?.reasks ?? 0,
      durationMs: round(figures.durationMs),
      firstByteMs: figures.firstByteMs === undefined ? undefined : round(figures.firstByteMs),
      overheadMs: round(figures.overheadMs),
      usage: summary?.usage ?? {},
      requestBytes: figures.requestBytes,
      responseBytes: figures.responseBytes,
      error: figures.error,
    });
    this.tape.close();
  }
}

const round = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;

const noticed: ReadonlySet<EntryBody['type']> = new Set([
  'upstream-failed',
  'upstream-retried',
  'limit-reached',
  'stage-failed',
  'reask-sent',
  'secret-redacted',
]);

/** The level of entries that the gateway makes itself; core says for its own whether they alert. */
function levelOf(entry: EntryBody): 'info' | 'notice' {
  return noticed.has(entry.type) ? 'notice' : 'info';
}

/** The beginning of the last text that the user wrote, at most 200 characters. */
function titleOf(request: TurnRequest): string {
  for (let at = request.history.length - 1; at >= 0; at -= 1) {
    const item = request.history[at];
    if (item?.type === 'user' && item.text.trim() !== '') return item.text.trim().slice(0, 200);
  }
  return '';
}
