import { isJsonObject, type Json } from '../../../shared/json.ts';
import type { HistoryEdit } from '../history/history-edit.ts';
import { readArguments } from '../healing/repair/read-arguments.ts';
import type { RepairFold } from '../history/repair-fold.ts';
import { repairHistory } from '../history/repair-history.ts';
import type { RequestLaneStage, RequestStageFold, RequestStageInput, RequestStageOutput } from './request-lane-stage.ts';

/** Broken history is mended before anything is read out of it (wire 3.6). */
export const repairStage: RequestLaneStage = { name: 'repair-history', begin: () => new RepairStageFold() };

class RepairStageFold implements RequestStageFold {
  private fold: RepairFold | undefined;
  private reported = 0;

  run(input: RequestStageInput): RequestStageOutput {
    const { document, request, hashes, upstream, turn, settings, decided, isNew } = input;
    const repair = repairHistory(
      document,
      {
        dialect: request.dialect,
        hashes,
        scope: turn.scope,
        decided,
        idStyle: upstream.idStyle,
        strictPastArguments: upstream.strictPastArguments,
        mend: (_call, text) => mendText(text, settings['repair.arguments']),
        continued: isContinued(input),
      },
      this.fold,
    );
    this.fold = repair.fold;
    const changes: string[] = [];
    for (const { at, place, text } of repair.changes.slice(this.reported)) {
      if (isNew(`${hashes[at] ?? ''}:${place}:${text}`)) changes.push(text);
    }
    this.reported = repair.changes.length;
    const edits: HistoryEdit[] = [...repair.edits];
    if (hasEmptyTools(input)) {
      edits.push({ type: 'drop-members', names: ['tools', 'tool_choice', 'parallel_tool_calls'] });
      if (isNew('empty-tools')) changes.push('an empty list of tools was left out');
    }
    const records = changes.length === 0 ? [] : [{ entry: { type: 'history-repaired', changes } as const, alert: false }];
    return { edits, records, decisions: repair.decisions };
  }
}

/** Several Chat servers refuse `tools: []`; the other dialects take it (field protocol-011). */
const hasEmptyTools = ({ request }: RequestStageInput): boolean =>
  request.dialect === 'openai-chat' && Array.isArray(request.body['tools']) && request.body['tools'].length === 0;

/**
 * The agent asks in so many words that the last message be written on: Mistral and DeepSeek `prefix`, Moonshot and DashScope `partial`, vLLM
 * `continue_final_message`. The other dialects have no such member: there a last message of the assistant with calls is refused.
 */
function isContinued({ request }: RequestStageInput): boolean {
  if (request.dialect !== 'openai-chat') return false;
  if (request.body['continue_final_message'] === true) return true;
  const { messages } = request.body;
  const last = Array.isArray(messages) ? (messages as readonly Json[])[messages.length - 1] : undefined;
  return isJsonObject(last) && last['role'] === 'assistant' && (last['prefix'] === true || last['partial'] === true);
}

/** The repair that the same text gets as a live call (contract 2.5.2, 2.5.3), where it has one reading only. */
function mendText(text: string, repair: boolean): string | undefined {
  const read = readArguments(text, repair);
  if (read.type === 'nothing') return '{}';
  return read.type === 'object' && read.doubt === undefined ? read.text : undefined;
}
