import type { ExchangeVerdict, PlayedExchange, RecordedExchange } from './recorded-exchange.ts';
import { marksOf } from './record-turn.ts';

export type VerdictField = 'outcome' | 'reason' | 'calls' | 'text' | 'finish';

/** Old and new of one exchange. */
export interface VerdictComparison {
  /** `not-reproducible`: they differ, and a secret was blanked in the exchange. */
  readonly state: 'same' | 'differs' | 'not-reproducible';
  readonly differences: readonly { readonly field: VerdictField; readonly before: string; readonly after: string }[];
  /** What spoke only then (`-check:prose`) or speaks only now (`+format:glm`). */
  readonly because: readonly string[];
}

const fields: readonly VerdictField[] = ['outcome', 'reason', 'calls', 'text', 'finish'];

/** Compares the recorded verdict of an exchange with what today's rules make of it (feature 16). */
export function compareVerdicts(exchange: RecordedExchange, verdict: ExchangeVerdict, played: PlayedExchange): VerdictComparison {
  const differences = fields.flatMap((field) => {
    const before = textOf(verdict, field, exchange.blanked);
    const after = textOf(played, field, exchange.blanked);
    return before === after ? [] : [{ field, before, after }];
  });
  if (differences.length === 0) return { state: 'same', differences, because: [] };
  if (exchange.blanked) return { state: 'not-reproducible', differences, because: ['a secret was blanked in this exchange'] };
  const old = new Set(exchange.marks);
  const now = new Set(marksOf(played.entries));
  const because = [
    ...[...old].filter((mark) => !now.has(mark)).map((mark) => `-${mark}`),
    ...[...now].filter((mark) => !old.has(mark)).map((mark) => `+${mark}`),
  ];
  return { state: 'differs', differences, because };
}

const nothingToJudge: ReadonlySet<string> = new Set(['no_tools', 'no_text', 'no_tags']);

function textOf(verdict: ExchangeVerdict, field: VerdictField, blanked: boolean): string {
  switch (field) {
    case 'calls':
      // An id made here hangs on the hash of the history (contract 2.4): where a secret in it was blanked, it tells nothing of the verdict.
      return JSON.stringify(
        verdict.calls.map(({ name, arguments: text, id }) => (blanked ? { name, arguments: text } : { name, arguments: text, id })),
      );
    case 'outcome':
      // Whether the history was mended may hang on decisions that are never exported (contract 2.6): the reply's verdict is compared.
      return verdict.outcome === 'repair_request' ? 'pass_through' : verdict.outcome;
    case 'reason':
      // Nothing to judge was found, or nothing was looked for: the reply is the same.
      return nothingToJudge.has(verdict.reason) ? '' : verdict.reason;
    default:
      return verdict[field];
  }
}
