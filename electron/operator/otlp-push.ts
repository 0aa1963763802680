import type { JournalEntry, NewEntry } from '../../shared/journal-entry.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Journal } from '../journal/journal-service.ts';
import type { TurnSpans } from '../journal/exporters/turn-spans.ts';

/** Sends spans of ended turns to `otlp.endpoint` while that is set. Nothing leaves the machine otherwise. */
export interface OtlpPush {
  /** One last try for what waits, at most two seconds. */
  close(): Promise<void>;
}

export interface OtlpPushSetup {
  readonly journal: Pick<Journal, 'subscribe' | 'turn' | 'append'>;
  readonly settings: () => Pick<Settings, 'otlp.endpoint' | 'otlp.content'>;
  readonly version: string;
  /** Shorter in tests, milliseconds. */
  readonly batchMs?: number | undefined;
  readonly firstBackOffMs?: number | undefined;
}

const maxWaiting = 2000;
const maxBatch = 50;
const batchMs = 1000;
const firstBackOffMs = 1000;
const maxBackOffMs = 60_000;
const requestMs = 10_000;
const closeMs = 2000;

/** Follows the journal; the queue of ended turns is bounded, and what falls out of it is an entry. */
export function startOtlpPush(setup: OtlpPushSetup): OtlpPush {
  const push = new Push(setup);
  const stop = setup.journal.subscribe((entries) => push.take(entries));
  return {
    close: async () => {
      stop();
      await push.close();
    },
  };
}

class Push {
  readonly #setup: OtlpPushSetup;
  #waiting: string[] = [];
  #spans: { readonly withContent: boolean; readonly turns: TurnSpans } | undefined;
  /** What could not be sent is sent again as it was: a call's span is built once. */
  #unsent: { readonly withContent: boolean; readonly turns: number; readonly body: string | undefined } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #backOff = 0;
  /** A failure is told once until something arrives again. */
  #told = false;
  #closed = false;

  constructor(setup: OtlpPushSetup) {
    this.#setup = setup;
  }

  take(entries: readonly JournalEntry[]): void {
    if (this.#setup.settings()['otlp.endpoint'] === null) {
      if (this.#sending === undefined) this.#waiting = [];
      return;
    }
    for (const entry of entries) if (entry.type === 'turn-ended') this.#waiting.push(entry.turn);
    if (this.#waiting.length > maxWaiting) {
      // The ones behind those that are being sent go first.
      const dropped = this.#waiting.splice(maxBatch, this.#waiting.length - maxWaiting).length;
      this.#tell(`${dropped} turns were not sent to otlp.endpoint: more than ${maxWaiting} waited`);
    }
    if (this.#waiting.length > 0) this.#schedule(this.#setup.batchMs ?? batchMs);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await Promise.race([this.#sending ?? this.#send(), new Promise((done) => setTimeout(done, closeMs).unref())]);
  }

  #schedule(ms: number): void {
    if (this.#timer !== undefined || this.#sending !== undefined || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#sending = this.#send().finally(() => {
        this.#sending = undefined;
        if (this.#waiting.length > 0) this.#schedule(Math.max(this.#backOff, this.#setup.batchMs ?? batchMs));
      });
    }, ms);
    this.#timer.unref();
  }

  async #send(): Promise<void> {
    const { 'otlp.endpoint': endpoint, 'otlp.content': withContent } = this.#setup.settings();
    if (endpoint === null || this.#waiting.length === 0) return;
    // Content that was allowed when it was put together may not be allowed any more.
    if (this.#unsent?.withContent !== withContent) this.#unsent = undefined;
    const batch = this.#waiting.slice(0, maxBatch);
    this.#unsent ??= { withContent, turns: batch.length, body: await this.#bodyOf(batch, withContent) };
    const { turns, body } = this.#unsent;
    const outcome = body === undefined ? 'sent' : await post(tracesUrl(endpoint), body);
    if (outcome === 'sent' || outcome === 'refused') {
      this.#waiting.splice(0, turns);
      this.#unsent = undefined;
      this.#backOff = 0;
      if (outcome === 'refused')
        this.#tell('otlp.endpoint refused the spans: they are dropped. Next: check its address and what it accepts');
      else this.#told = false;
      return;
    }
    const first = this.#setup.firstBackOffMs ?? firstBackOffMs;
    this.#backOff = Math.max(outcome.retryAfterMs, Math.min(maxBackOffMs, this.#backOff === 0 ? first : this.#backOff * 2));
    this.#tell(`otlp.endpoint can't be reached (${outcome.why}): spans wait, at most ${maxWaiting} turns`);
  }

  /** Undefined: none of these turns is there any more. */
  async #bodyOf(batch: readonly string[], withContent: boolean): Promise<string | undefined> {
    const [{ TurnSpans }, { resourceOf }] = await Promise.all([
      import('../journal/exporters/turn-spans.ts'),
      import('../journal/exporters/otlp-spans.ts'),
    ]);
    if (this.#spans?.withContent !== withContent) this.#spans = { withContent, turns: new TurnSpans(withContent) };
    const spans = [];
    for (const turn of batch) {
      const detail = await this.#setup.journal.turn(turn);
      if (detail !== undefined) spans.push(...this.#spans.turns.spansOf(detail));
    }
    if (spans.length === 0) return undefined;
    const { version } = this.#setup;
    return JSON.stringify({
      resourceSpans: [{ resource: resourceOf(version), scopeSpans: [{ scope: { name: 'signalbox', version }, spans }] }],
    });
  }

  #tell(detail: string): void {
    if (this.#told) return;
    this.#told = true;
    const entry: NewEntry = { session: '', thread: '', turn: '', level: 'notice', type: 'limit-reached', kind: 'otlp', detail };
    this.#setup.journal.append(entry);
  }
}

/** The endpoint as it is where it names the traces, else the protocol's path behind it. */
export function tracesUrl(endpoint: string): string {
  const url = new URL(endpoint);
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url.href;
}

type Outcome = 'sent' | 'refused' | { readonly why: string; readonly retryAfterMs: number };

async function post(url: string, body: string): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(requestMs),
    });
    await response.body?.cancel();
    if (response.ok) return 'sent';
    // What may be sent again, by the protocol: 429, 502, 503, 504.
    if (![429, 502, 503, 504].includes(response.status)) return 'refused';
    const seconds = Number(response.headers.get('retry-after') ?? 0);
    return { why: `HTTP ${response.status}`, retryAfterMs: Number.isFinite(seconds) ? Math.min(seconds * 1000, maxBackOffMs) : 0 };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return { why: cause, retryAfterMs: 0 };
  }
}
