import type { EntryCall } from '../../../shared/journal-entry.ts';
import type { Outcome } from '../../../shared/vocabulary.ts';
import { healedAgainst } from '../healing/healed-against.ts';
import { ONE_CALL } from '../healing/preflight/preflight-guidance.ts';
import type { NewCall } from '../turn/turn.ts';
import type { RuledCall } from './decide-reply.ts';
import type { Effect } from './effect.ts';
import type { CallRuling } from './judge-calls.ts';
import { type CallLedger, entryCall, excerptOf, record } from './lane-records.ts';

/** What the rulings on native calls come to, for the release plan. */
export interface CallsEnding {
  readonly drop: ReadonlySet<string>;
  readonly replace: ReadonlyMap<string, readonly NewCall[]>;
  /** Choices from which a call leaves. */
  readonly leaving: ReadonlySet<number>;
  /** Id of the first call that leaves: guides are attached to its result. */
  readonly firstId: string | undefined;
  readonly outcome: Outcome | undefined;
  readonly effects: readonly Effect[];
}

/** Ends every ruled call (contract 2.5): good ones keep every byte, mended ones are written anew, the others do not leave. */
export function endCalls(
  ruled: readonly RuledCall[],
  ledger: CallLedger,
  keyOf: (key: string) => string,
  /** Id of a call that has left already (`calls.hold perCall`): the first whose result the model will read. */
  leftId: string | undefined,
): CallsEnding {
  const drop = new Set<string>();
  const replace = new Map<string, readonly NewCall[]>();
  const leaving = new Set<number>();
  const effects: Effect[] = [];
  const guides: { readonly text: string; readonly pattern: string }[] = [];
  let firstId = leftId;
  let outcome: Outcome | undefined;
  for (const { call, ruling } of ruled) {
    const entry = entryCall(keyOf(call.key), call);
    ledger.update(entry);
    if (ruling.type === 'cancel') {
      drop.add(call.key);
      effects.push(...cancelledEntries(ledger, entry, ruling.cause));
    } else if (ruling.type === 'answer' && ruling.hopeless) {
      drop.add(call.key);
      guides.push(ruling);
      effects.push(...hopelessEntries(ledger, entry, ruling.pattern));
    } else if (ruling.type === 'replace') {
      leaving.add(call.choice);
      firstId ??= ruling.calls[0]?.id;
      drop.add(call.key);
      replace.set(call.key, ruling.calls);
      outcome = ruling.rule === 'normalise' || ruling.rule === 'repair' ? (outcome ?? 'normalise') : 'heal';
      effects.push(...replacedEntries(ledger, entry, ruling));
    } else {
      const written = ruling.type === 'answer' ? ruling.written : undefined;
      leaving.add(call.choice);
      firstId ??= written?.call.id ?? call.id;
      if (written !== undefined) {
        drop.add(call.key);
        replace.set(call.key, [written.call]);
        outcome ??= 'normalise';
      }
      const noted = written === undefined ? [] : [record({ type: 'stream-normalised', changes: written.changes })];
      effects.push(...ledger.close(entry, 'delivered', noted));
    }
  }
  if (firstId !== undefined)
    for (const guide of guides) effects.push({ type: 'attach-guide', callId: firstId, text: guide.text, pattern: guide.pattern });
  return { drop, replace, leaving, firstId, outcome, effects };
}

/** A call that never runs because its stream did not finish it. */
export const cancelledEntries = (ledger: CallLedger, entry: EntryCall, cause: string): readonly Effect[] =>
  ledger.close(entry, 'cancelled', [record({ type: 'tool-call-cancelled', call: entry, cause }, true)]);

/** A call whose arguments are no JSON object, or one too many: it is not delivered. */
export const hopelessEntries = (ledger: CallLedger, entry: EntryCall, pattern: string): readonly Effect[] =>
  ledger.close(entry, 'refused', [
    record(
      {
        type: 'tool-call-refused',
        reason: pattern === ONE_CALL ? 'ambiguous' : 'unparsable',
        format: 'native',
        excerpt: excerptOf(entry.arguments),
        checks: [],
        call: entry,
      },
      true,
    ),
  ]);

/** One receipt for each rule that acted, then the call's last state. */
function replacedEntries(ledger: CallLedger, entry: EntryCall, ruling: CallRuling & { readonly type: 'replace' }): readonly Effect[] {
  if (ruling.rule === 'normalise')
    return ledger.close(entry, 'delivered', [record({ type: 'stream-normalised', changes: ruling.fixes.map((fix) => fix.rule) })]);
  const ids = ruling.calls.map(({ id }) => id);
  const receipts = ruling.steps.map((step) =>
    record({ type: 'tool-call-healed', call: entry, ...step, ids, against: healedAgainst(step.rule) }),
  );
  return ledger.close(entry, 'healed', receipts);
}
