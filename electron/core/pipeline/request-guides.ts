import type { HistoryEdit } from '../history/history-edit.ts';
import type { NodeRef } from '../history/history-node.ts';
import { decisionKey } from '../history/past-decisions.ts';
import type { RequestLaneStage, RequestStageFold, RequestStageInput, RequestStageOutput, StageRecord } from './request-lane-stage.ts';
import { type PlacedCall, TurnFollower } from './request-turns.ts';

/** A guide as it is stored. */
interface StoredGuide {
  readonly text: string;
  readonly pattern: string;
}

/**
 * The key of a guide for the result of a call (contract 2.3 check 3, "Held", 2.5). `before` is the hash of the history that the call's reply
 * answered. The position is not known when a guide is attached; within one reply ids are distinct.
 */
export const guideKey = (scope: string, before: string, callId: string): string =>
  decisionKey('guide', { scope, before, position: -1, id: callId });

export const guideValue = (guide: StoredGuide): string => JSON.stringify({ text: guide.text, pattern: guide.pattern });

/** Guides that wait for a result are attached to it, in this and every later request that holds it. */
export const attachGuides: RequestLaneStage = { name: 'attach-guides', begin: () => new GuideFold() };

class GuideFold implements RequestStageFold {
  private readonly edits: HistoryEdit[] = [];
  private readonly turns = new TurnFollower();
  private seen: NodeRef | undefined;

  run(input: RequestStageInput): RequestStageOutput {
    const records: StageRecord[] = [];
    const decisions: (readonly [string, string])[] = [];
    for (const node of input.document.after(this.seen)) {
      this.seen = node.ref;
      for (const result of node.results) {
        const call = this.turns.callOf(result.callId);
        if (call?.kind !== 'function') continue;
        const key = guideKey(input.turn.scope, call.before, call.id);
        const stored = input.decided(key);
        const guide = stored === undefined ? this.freshGuide(call, input) : (JSON.parse(stored) as StoredGuide);
        if (guide === undefined) continue;
        if (stored === undefined) decisions.push([key, guideValue(guide)]);
        this.edits.push({ type: 'add-result-text', result: { ...result.ref, place: result.place }, text: guide.text });
        if (input.isNew(key)) {
          const { pattern, text } = guide;
          records.push({ entry: { type: 'guidance-sent', callId: call.id, pattern, occurrence: 1, text }, alert: false });
        }
      }
      this.turns.read(node, input.hashes);
    }
    return { edits: this.edits, records, decisions };
  }

  /** An agent that wrote its history anew: the guide of this thread, for a call of the last turn only, since ids repeat. */
  private freshGuide(call: PlacedCall, input: RequestStageInput): StoredGuide | undefined {
    return call.turnStart === this.turns.lastTurn && !input.turn.retry ? input.turn.guideOf(call.id) : undefined;
  }
}
