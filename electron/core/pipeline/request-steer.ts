import type { HistoryEdit } from '../history/history-edit.ts';
import type { HistoryNode } from '../history/history-node.ts';
import { OPERATOR_PREFIX } from '../history/history-wording.ts';
import { stableHashOf } from '../turn/stable-hash.ts';
import type { RequestLaneStage, RequestStageFold, RequestStageInput, RequestStageOutput, StageRecord } from './request-lane-stage.ts';

/** Most characters of one steer (wire 3.8). */
export const MAX_STEER = 4_000;

/**
 * Words of the operator go in at the end of the next request of the session and stay at that place in every later request whose history
 * begins with the same messages (wire 3.8).
 */
export const steerStage: RequestLaneStage = { name: 'steer', begin: () => new SteerFold() };

class SteerFold implements RequestStageFold {
  private readonly edits: HistoryEdit[] = [];
  private upTo = 0;

  run(input: RequestStageInput): RequestStageOutput {
    const { hashes, document, turn } = input;
    for (let at = this.upTo; at < hashes.length; at += 1) {
      const stored = input.decided(keyOf(turn.scope, hashes[at] ?? ''));
      if (stored !== undefined) this.put(JSON.parse(stored) as string[], at, input);
    }
    this.upTo = hashes.length;
    const last = document.last();
    const anchor = hashes[hashes.length - 1];
    if (turn.side || turn.steers.length === 0 || anchor === undefined || !maySpeak(last))
      return { edits: this.edits, records: [], decisions: [] };
    const texts = turn.steers.map((text) => OPERATOR_PREFIX + text.slice(0, MAX_STEER));
    const key = keyOf(turn.scope, anchor);
    const before = input.decided(key);
    const all = [...(before === undefined ? [] : (JSON.parse(before) as string[])), ...texts];
    this.put(texts, hashes.length - 1, input);
    const records = texts.map((text): StageRecord => ({ entry: { type: 'steer-sent', text, anchor }, alert: false }));
    return { edits: this.edits, records, decisions: [[key, JSON.stringify(all)]], steered: turn.steers.length };
  }

  private put(texts: readonly string[], at: number, { document, upstream }: RequestStageInput): void {
    const node = document.lastUpTo(at);
    if (node === undefined) return;
    const result = upstream.userAfterTool ? undefined : node.results[node.results.length - 1];
    for (const text of texts) {
      this.edits.push(
        result === undefined
          ? { type: 'add-user-text', behind: node.ref, text }
          : { type: 'add-result-text', result: { ...result.ref, place: result.place }, text },
      );
    }
  }
}

const keyOf = (scope: string, anchor: string): string => `steer:${stableHashOf([scope, anchor])}`;

/** Behind words of the model that wait to be continued there is no place for others. */
const maySpeak = (last: HistoryNode | undefined): boolean => last?.role === 'user' || last?.role === 'tool';
