import type { HistoryEdit } from '../history/history-edit.ts';
import type { HistoryNode, NodeRef } from '../history/history-node.ts';
import { BETWEEN, CALLING, NO_OUTPUT } from '../history/history-wording.ts';
import { deriveCallId } from '../turn/call-id.ts';
import type { UpstreamProfile } from '../upstream/upstream-profile.ts';
import type { RequestLaneStage, RequestStageFold, RequestStageInput, RequestStageOutput } from './request-lane-stage.ts';

/** Shape quirks of one kind of upstream, as its profile tells them (wire 3.6). For all others nothing is done. */
export const fitStage: RequestLaneStage = { name: 'fit-upstream', begin: () => new FitFold() };

class FitFold implements RequestStageFold {
  private readonly edits: HistoryEdit[] = [];
  private seen: HistoryNode | undefined;
  private reported = 0;

  run(input: RequestStageInput): RequestStageOutput {
    const { upstream, document, request } = input;
    if (hasQuirk(upstream)) {
      for (const node of document.after(this.seen?.ref)) {
        this.fit(node, upstream, request.dialect === 'openai-chat');
        this.seen = node;
      }
    }
    const isFirst = this.reported === 0 && this.edits.length > 0 && input.isNew(upstream.id);
    this.reported = this.edits.length;
    const entry = { type: 'history-repaired', changes: [`the history was fitted to ${upstream.title}`] } as const;
    return { edits: this.edits, records: isFirst ? [{ entry, alert: false }] : [], decisions: [] };
  }

  private fit(node: HistoryNode, upstream: UpstreamProfile, chat: boolean): void {
    if (!upstream.userAfterTool && chat && node.role === 'user' && this.seen?.role === 'tool')
      this.edits.push({ type: 'add-assistant-text', behind: this.seen.ref, text: BETWEEN });
    for (const { ref, place, id, kind } of node.calls) {
      const fitted = idFor(id, upstream);
      if (kind !== 'server' && fitted !== id) this.edits.push({ type: 'set-call', call: { ...ref, place }, id: fitted });
    }
    for (const { ref, place, callId, empty } of node.results) {
      const fitted = idFor(callId, upstream);
      if (fitted !== callId) this.edits.push({ type: 'set-result-id', result: { ...ref, place }, id: fitted });
      if (empty && !upstream.emptyResult) this.edits.push({ type: 'add-result-text', result: { ...ref, place }, text: NO_OUTPUT });
    }
    if (chat && node.calls.length > 0) this.fitText(node.ref, node.text, upstream);
  }

  private fitText(node: NodeRef, text: string, { textBesideCalls }: UpstreamProfile): void {
    if (textBesideCalls === 'forbidden' && text !== '') this.edits.push({ type: 'set-text', node, text: null });
    if (textBesideCalls === 'required' && text === '') this.edits.push({ type: 'set-text', node, text: CALLING });
  }
}

const hasQuirk = (upstream: UpstreamProfile): boolean =>
  upstream.idStyle !== 'dialect' || !upstream.userAfterTool || !upstream.emptyResult || upstream.textBesideCalls !== 'any';

/** The id in the upstream's alphabet: the same one for a call and its result, and in every request. */
function idFor(id: string, { idStyle }: UpstreamProfile): string {
  if (idStyle === 'dialect' || /^[0-9A-Za-z]{9}$/.test(id)) return id;
  return deriveCallId({ dialect: 'openai-chat', style: idStyle, historyHash: id, position: 0, name: '', arguments: '' }, new Set());
}
