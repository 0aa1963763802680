import type { TurnDetail } from '../../../shared/ipc/contract.ts';
import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { chatSpan, type OtlpSpan, type RunCall, toolSpan } from './otlp-spans.ts';

type OpenCall = Omit<RunCall, 'until' | 'error'>;

/** Most calls whose result is awaited at once; the oldest go without one. */
const maxOpen = 10_000;

/** States in which a call reached the agent. */
const ran: ReadonlySet<string> = new Set(['delivered', 'recovered', 'healed']);

/**
 * Turns as spans, given in order of time. A call's span ends when its result comes back with a later turn of its thread, so it is given out
 * then; `rest` gives the ones that are still out.
 */
export class TurnSpans {
  readonly #withContent: boolean;
  readonly #open = new Map<string, OpenCall>();

  constructor(withContent: boolean) {
    this.#withContent = withContent;
  }

  spansOf({ turn: row, entries, assembled }: Pick<TurnDetail, 'turn' | 'entries' | 'assembled'>): readonly OtlpSpan[] {
    const spans = entries.flatMap((entry) => this.#answeredBy(entry, entries));
    // A reply that no model wrote is no call of a model, and what is in it none that a model made.
    if (row.outcome !== 'stand_in')
      spans.push(chatSpan({ row, entries, content: this.#withContent ? (assembled ?? undefined) : undefined }));
    for (const entry of entries) {
      if (entry.type !== 'tool-call-delivered' || !ran.has(entry.state)) continue;
      const { call, state, at: from } = entry;
      this.#open.set(keyOf(entry, call.id), { row, call, state, from, withContent: this.#withContent });
    }
    for (const [key, call] of this.#open) {
      if (this.#open.size <= maxOpen) break;
      this.#open.delete(key);
      spans.push(unanswered(call));
    }
    return spans;
  }

  rest(): readonly OtlpSpan[] {
    const spans = [...this.#open.values()].map(unanswered);
    this.#open.clear();
    return spans;
  }

  #answeredBy(entry: JournalEntry, entries: readonly JournalEntry[]): OtlpSpan[] {
    if (entry.type !== 'tool-result-seen') return [];
    const key = keyOf(entry, entry.callId);
    const call = this.#open.get(key);
    if (call === undefined) return [];
    this.#open.delete(key);
    const fault = entries.find((other) => other.type === 'fault-classified' && other.callId === entry.callId);
    const pattern = fault?.type === 'fault-classified' ? fault.pattern : undefined;
    return [toolSpan({ ...call, until: entry.at, error: pattern ?? (entry.error ? 'tool_error' : undefined) })];
  }
}

const unanswered = (call: OpenCall): OtlpSpan => toolSpan({ ...call, until: call.from, error: undefined });

const keyOf = ({ session, thread }: JournalEntry, callId: string): string => `${session}\n${thread}\n${callId}`;
