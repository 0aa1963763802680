import type { HistoryEdit, PartRef } from '../history/history-edit.ts';
import type { NodeRef, ResultNode } from '../history/history-node.ts';
import { decisionKey } from '../history/past-decisions.ts';
import { knownSecretsOf } from '../secret/known-secrets.ts';
import { type KnownSecrets, type Redacted, redactJsonText } from '../secret/redact.ts';
import type { RequestLaneStage, RequestStageFold, RequestStageInput, RequestStageOutput, StageRecord } from './request-lane-stage.ts';
import { type PlacedCall, TurnFollower } from './request-turns.ts';

/**
 * The secret guard on tool output (feature 11). Always: a secret in a new result is an entry for the operator. With `redact.towardsModel` each
 * secret is blanked to equal length in what the model gets, in every result of the history. What is blanked follows from the text and the
 * settings alone, so a resent history has the same bytes. Results of free-text and server-side calls keep every byte (contract 2.5.0); they
 * are flagged only.
 */
export const secretStage: RequestLaneStage = { name: 'secret-guard', needsHistory: false, begin: () => new SecretFold() };

/** A result is looked at up to this many characters where it is only flagged; blanking has no such bound. */
const FLAG_WINDOW = 1_000_000;

class SecretFold implements RequestStageFold {
  private readonly turns = new TurnFollower();
  /** How far calls were followed, and how far results were searched for blanking. */
  private followed: NodeRef | undefined;
  private searched: NodeRef | undefined;
  /** Results that hold secrets. Their texts are read anew each time: other stages may have added to them. */
  private readonly found: PartRef[] = [];

  run(input: RequestStageInput): RequestStageOutput {
    const known = knownSecretsOf(input.settings);
    const fresh: ResultNode[] = [];
    for (const node of input.document.after(this.followed)) {
      this.followed = node.ref;
      this.turns.read(node, input.hashes);
      if (node.role === 'assistant') fresh.length = 0;
      else fresh.push(...node.results);
    }
    const run = new GuardRun(input, known);
    if (!input.settings['redact.towardsModel']) {
      for (const result of fresh) run.flag(result, this.turns.callOf(result.callId));
      return run.output();
    }
    for (const node of input.document.after(this.searched)) {
      this.searched = node.ref;
      for (const result of node.results) if (holdsSecret(result, known)) this.found.push({ ...result.ref, place: result.place });
    }
    for (const part of this.found) {
      const result = input.document.node(part)?.results.find(({ place }) => place === part.place);
      if (result !== undefined) run.blank(result, this.turns.callOf(result.callId));
    }
    return run.output();
  }
}

const holdsSecret = (result: ResultNode, known: KnownSecrets): boolean =>
  result.blocks.some((text) => redactJsonText(text, known).spans.length > 0);

/** What one request gets. */
class GuardRun {
  private readonly edits: HistoryEdit[] = [];
  private readonly records: StageRecord[] = [];
  private readonly decisions: (readonly [string, string])[] = [];
  private readonly input: RequestStageInput;
  private readonly known: KnownSecrets;

  constructor(input: RequestStageInput, known: KnownSecrets) {
    this.input = input;
    this.known = known;
  }

  flag(result: ResultNode, call: PlacedCall | undefined): void {
    this.tell(
      result,
      call,
      false,
      result.blocks.map((text) => redactJsonText(text.slice(0, FLAG_WINDOW), this.known)),
    );
  }

  blank(result: ResultNode, call: PlacedCall | undefined): void {
    const masked = call === undefined || call.kind === 'function';
    const blocks = result.blocks.map((text) => redactJsonText(text, this.known));
    if (masked) {
      for (const [block, { text, spans }] of blocks.entries()) {
        if (spans.length > 0) this.edits.push({ type: 'set-result-text', result: { ...result.ref, place: result.place }, block, text });
      }
    }
    this.tell(result, call, masked, blocks);
  }

  output(): RequestStageOutput {
    return { edits: this.edits, records: this.records, decisions: this.decisions };
  }

  /** Once for each result, also after a restart. What and where; never the secret. */
  private tell(result: ResultNode, call: PlacedCall | undefined, masked: boolean, blocks: readonly Redacted[]): void {
    const count = blocks.reduce((sum, { spans }) => sum + spans.length, 0);
    if (count === 0) return;
    const id = result.callId;
    const { scope } = this.input.turn;
    const key = decisionKey('secret', { scope, before: call?.before ?? '', position: call?.position ?? result.ref.at, id });
    const state = masked ? 'masked' : 'flagged';
    if (this.input.decided(key) === state || !this.input.isNew(`${key} ${state}`)) return;
    this.decisions.push([key, state]);
    const tool = call?.name ?? '';
    this.records.push({
      entry: {
        type: 'secret-redacted',
        kinds: [...new Set(blocks.flatMap(({ kinds }) => kinds))],
        where: tool === '' ? 'tool output' : `output of ${tool}`,
        count,
        tool,
        callId: id,
        masked,
      },
      alert: false,
    });
  }
}
