import type { HistoryEdit } from '../history/history-edit.ts';
import type { HistoryNode } from '../history/history-node.ts';
import { OPERATOR_PREFIX } from '../history/history-wording.ts';
import { stableHashOf } from '../turn/stable-hash.ts';
import { overflowGuide } from './request-overflow.ts';
import type { RequestLaneStage, RequestStageFold, RequestStageInput, RequestStageOutput, StageRecord } from './request-lane-stage.ts';

/** Most characters of one steer (wire 3.8). */
export const MAX_STEER = 4_000;

/**
 * Words of the operator go in at the end of the next request of the session and stay at that place in every later request whose history
 * begins with the same messages (wire 3.8). The guide about an overflow goes behind them, and stays where a request with it was accepted (contract 2.6).
 */
export const steerStage: RequestLaneStage = { name: 'steer', begin: () => new SteerFold() };

class SteerFold implements RequestStageFold {
  /** Of all entries but the last: words may still be added behind that one. */
  private readonly settled: HistoryEdit[] = [];
  private upTo = 0;

  run(input: RequestStageInput): RequestStageOutput {
    const { hashes, document, turn } = input;
    const last = hashes.length - 1;
    const anchor = hashes[last];
    if (anchor === undefined) return { edits: [], records: [], decisions: [] };
    for (; this.upTo < last; this.upTo += 1) this.settled.push(...editsAt(this.upTo, storedAt(hashes[this.upTo] ?? '', input), input));
    const stored = storedAt(anchor, input);
    const added = !turn.side && maySpeak(document.last());
    const steers = added ? turn.steers.map((text) => OPERATOR_PREFIX + text.slice(0, MAX_STEER)) : [];
    const words = [...stored, ...steers];
    const guide = added ? overflowGuide(input) : undefined;
    const carried = guide === undefined ? words : [...words, guide.text];
    const key = keyOf(turn.scope, anchor);
    return {
      edits: [...this.settled, ...editsAt(last, carried, input)],
      records: steers.map((text): StageRecord => ({ entry: { type: 'steer-sent', text, anchor }, alert: false })),
      decisions: steers.length === 0 ? [] : [[key, JSON.stringify(words)]],
      steered: steers.length,
      ...(guide === undefined ? {} : { onAccepted: { decisions: [[key, JSON.stringify(carried)]], records: [guideRecord(guide)] } }),
    };
  }
}

/** What stands at this place since an earlier request. */
function storedAt(anchor: string, { decided, turn }: RequestStageInput): readonly string[] {
  const stored = decided(keyOf(turn.scope, anchor));
  return stored === undefined ? [] : (JSON.parse(stored) as string[]);
}

function editsAt(at: number, texts: readonly string[], { document, upstream }: RequestStageInput): readonly HistoryEdit[] {
  const node = texts.length === 0 ? undefined : document.lastUpTo(at);
  if (node === undefined) return [];
  // What stood last was left out of the history: what is in front of it may have been sent before, and stays.
  if (node.ref.at < at) return texts.map((text) => ({ type: 'add-user-text', behind: { at, extra: 0 }, text }));
  const result = upstream.userAfterTool ? undefined : node.results[node.results.length - 1];
  return texts.map((text) =>
    result === undefined
      ? { type: 'add-user-text', behind: node.ref, text }
      : { type: 'add-result-text', result: { ...result.ref, place: result.place }, text },
  );
}

const guideRecord = ({ guidance, text }: NonNullable<ReturnType<typeof overflowGuide>>): StageRecord => ({
  entry: { type: 'guidance-sent', callId: '', pattern: guidance.pattern, occurrence: guidance.occurrence, text },
  alert: false,
});

const keyOf = (scope: string, anchor: string): string => `steer:${stableHashOf([scope, anchor])}`;

/** Behind words of the model that wait to be continued there is no place for others. */
const maySpeak = (last: HistoryNode | undefined): boolean => last?.role === 'user' || last?.role === 'tool';
