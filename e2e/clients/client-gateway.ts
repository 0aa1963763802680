import { createCoreLane, createCoreRequestStage } from '../../electron/gateway/core-lane.ts';
import type { ApprovalDesk } from '../../electron/gateway/ports.ts';
import { startTestGateway, type TestGateway } from '../../electron/gateway/testing/test-gateway.ts';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { Settings } from '../../shared/settings.ts';
import type { DraftVerdict } from '../../electron/core/pipeline/lane-input.ts';

const approved: DraftVerdict = { type: 'verdict', verdict: 'approve', reading: 0, arguments: undefined, reason: undefined };

/** A desk where every card gets the same verdict after `ms`. */
export function deskOf(verdict: 'approve' | 'expire', ms: number): ApprovalDesk {
  return {
    hold(_owner, drafts, onVerdict) {
      const timer = setTimeout(() => {
        for (const { key } of drafts) onVerdict(key, verdict === 'approve' ? approved : { type: 'expired' });
      }, ms);
      return { approvals: [], withdraw: () => clearTimeout(timer) };
    },
    close: () => undefined,
  };
}

/** The gateway as the product builds it, from source, on a free port, with a journal in memory. */
export function startClientGateway(settings: Partial<Settings>, desk = deskOf('expire', 0)): Promise<TestGateway> {
  const decided = new Map<string, string>();
  const decisions = {
    get: (key: string) => decided.get(key),
    setMany: (pairs: readonly (readonly [string, string])[]) => {
      for (const [key, value] of pairs) decided.set(key, value);
    },
  };
  return startTestGateway(undefined, {
    settings,
    desk,
    createLane: createCoreLane,
    prepareRequest: createCoreRequestStage({ decisions, steers: { of: () => [], sent: () => undefined } }),
  });
}

/** What is wrong with the books of finished turns (wire 3.5): every turn ended once, every call has exactly one last state. */
export function bookkeepingFaults(entries: readonly JournalEntry[]): readonly string[] {
  const faults: string[] = [];
  const count = (keys: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts;
  };
  const of = (type: JournalEntry['type']): readonly JournalEntry[] => entries.filter((entry) => entry.type === type);
  const callKeys = (type: 'tool-call-seen' | 'tool-call-delivered'): readonly string[] =>
    of(type).flatMap((entry) => ('call' in entry && entry.call !== undefined ? [`${entry.turn} ${entry.call.key}`] : []));
  const ends = count(of('turn-ended').map((entry) => entry.turn));
  for (const { turn } of of('turn-started')) if (ends.get(turn) !== 1) faults.push(`turn ${turn} ended ${ends.get(turn) ?? 0} times`);
  const seen = count(callKeys('tool-call-seen'));
  const last = count(callKeys('tool-call-delivered'));
  for (const key of new Set([...seen.keys(), ...last.keys()]))
    if (seen.get(key) !== 1 || last.get(key) !== 1)
      faults.push(`call ${key}: seen ${seen.get(key) ?? 0}, last states ${last.get(key) ?? 0}`);
  for (const entry of of('stage-failed')) faults.push(JSON.stringify(entry));
  return faults;
}
