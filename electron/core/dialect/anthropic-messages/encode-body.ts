import type { FinishReason } from '../../../../shared/vocabulary.ts';
import { WIRE_JSON_DEPTH, withMembers } from '../../text/json-members.ts';
import { isWholeJson } from '../../text/json-scanner.ts';
import { type JsonSpan, memberOf, parseWithSpans } from '../../text/json-spans.ts';
import type { NewCall, Usage } from '../../turn/turn.ts';
import type { Sourced } from '../../turn/turn-event.ts';
import type { FrameEdit, GatewayError, OutChunk, ReplyEncoder } from '../dialect.ts';
import { objectOf, parseObject } from '../wire-values.ts';
import { errorObject } from './encode-error.ts';
import { rewriteEvent } from './rewrite-event.ts';
import { finishWord } from './wire-types.ts';

/** One block that leaves: its raw JSON, or a text block whose text may have changed. */
interface Piece {
  readonly raw: string;
  readonly sourced: Sourced | undefined;
  /** Undefined: as it is in `raw`. */
  text: string | undefined;
}

/**
 * Re-assembles a message from the lane's calls. Nothing leaves before `body()`; a body that nobody changed is the same text.
 * After a re-ask the second body is the base, with the head of the first and what already left of it in front.
 */
export function createBodyEncoder(rawBody: string): ReplyEncoder {
  return new AnthropicBodyEncoder(rawBody);
}

class AnthropicBodyEncoder implements ReplyEncoder {
  readonly #firstBody: string;
  #base: string;
  readonly #pieces: Piece[] = [];
  #changed = false;
  #finish: FinishReason | undefined;
  #finishRaw = '';
  #error: string | undefined;
  #second: { readonly dropReasoning: boolean; readonly addOutput: number | undefined } | undefined;

  constructor(rawBody: string) {
    this.#firstBody = rawBody;
    this.#base = rawBody;
  }

  get changed(): boolean {
    return this.#changed || this.#pieces.some((piece) => piece.text !== undefined && piece.text !== textOfSource(piece.sourced));
  }

  pass(sourced: Sourced): OutChunk {
    return this.edit(sourced, {});
  }

  edit(sourced: Sourced, edit: FrameEdit): OutChunk {
    const { frame, events } = sourced;
    switch (frame.event) {
      case 'start':
        this.#base = frame.data ?? this.#base;
        break;
      case 'block':
        this.#block(sourced, edit);
        break;
      case 'finish':
        for (const event of events) if (event.type === 'finish') this.#setFinish(event.reason, event.raw, edit.finish);
        break;
      default:
    }
    return '';
  }

  drop(sourced: Sourced): void {
    if (sourced.frame.event === 'start') this.#base = sourced.frame.data ?? this.#base;
    if (sourced.frame.event !== 'block') return;
    const last = this.#pieces[this.#pieces.length - 1];
    if (last?.sourced !== sourced) this.#changed = true;
  }

  calls(_choice: number, calls: readonly NewCall[]): OutChunk {
    for (const call of calls) {
      const input = isWholeJson(call.arguments) ? call.arguments : JSON.stringify(call.arguments);
      this.#add(`{"type":"tool_use","id":${JSON.stringify(call.id)},"name":${JSON.stringify(call.name)},"input":${input}}`);
    }
    return '';
  }

  text(_choice: number, text: string): OutChunk {
    if (text !== '') this.#add(JSON.stringify({ type: 'text', text }));
    return '';
  }

  keepAlive(): string {
    return '';
  }

  error(error: GatewayError): OutChunk {
    this.#changed = true;
    this.#error = errorObject(error);
    return '';
  }

  close(finish: FinishReason | undefined): OutChunk {
    if (finish === undefined || (this.#finish !== undefined && this.#finish !== 'missing')) return '';
    this.#finish = finish;
    this.#changed = true;
    return '';
  }

  continueReply(options: { readonly dropReasoning: boolean; readonly firstUsage: Usage }): void {
    this.#changed = true;
    this.#second = { dropReasoning: options.dropReasoning, addOutput: options.firstUsage.output };
    this.#finish = undefined;
  }

  body(): string {
    if (!this.changed) return this.#firstBody;
    if (this.#error !== undefined) return this.#error;
    const parsed = parseWithSpans(this.#base, 0, { maxDepth: WIRE_JSON_DEPTH });
    if (!parsed.ok || parsed.value.root.kind !== 'object') return this.#base;
    const root = parsed.value.root;
    const changes = new Map<string, string | undefined>();
    const blocks = this.#pieces.map(textOfPiece).filter((raw) => raw !== '');
    changes.set('content', `[${blocks.join(',')}]`);
    const word = this.#finish === undefined ? undefined : finishWord(this.#finish, this.#finishRaw);
    if (word !== undefined && word !== this.#finishRaw) changes.set('stop_reason', JSON.stringify(word));
    if (this.#second !== undefined) this.#continued(root, changes);
    return withMembers(this.#base, root, changes);
  }

  #block(sourced: Sourced, edit: FrameEdit): void {
    const { frame, events } = sourced;
    const reasoning = events.some((event) => event.type === 'reasoning-delta');
    const dropped = events.some((event) => event.type === 'call-start' && edit.dropCalls?.has(event.key) === true);
    if (dropped || (reasoning && this.#second?.dropReasoning === true)) {
      this.#changed = true;
      return;
    }
    const last = this.#pieces[this.#pieces.length - 1];
    const part = edit.text?.part;
    if (part !== undefined && last?.sourced === sourced) last.text = (last.text ?? '') + part;
    else this.#pieces.push({ raw: frame.data ?? '', sourced, text: part });
  }

  #setFinish(reason: FinishReason, raw: string, wanted: FinishReason | undefined): void {
    this.#finish = wanted ?? reason;
    this.#finishRaw = raw;
    if (this.#finish !== reason) this.#changed = true;
  }

  #add(raw: string): void {
    this.#pieces.push({ raw, sourced: undefined, text: undefined });
    this.#changed = true;
  }

  #continued(root: JsonSpan, changes: Map<string, string | undefined>): void {
    const first = parseObject(this.#firstBody) ?? {};
    for (const key of ['id', 'model']) if (first[key] !== undefined) changes.set(key, JSON.stringify(first[key]));
    const usage = memberOf(root, 'usage')?.value;
    const output = objectOf(parseObject(this.#base)?.['usage'])?.['output_tokens'];
    if (usage?.kind !== 'object' || typeof output !== 'number' || this.#second?.addOutput === undefined) return;
    changes.set('usage', withMembers(this.#base, usage, new Map([['output_tokens', String(output + this.#second.addOutput)]])));
  }
}

/** '' for a text block of which nothing is left. */
function textOfPiece(piece: Piece): string {
  if (piece.text === undefined || piece.text === textOfSource(piece.sourced)) return piece.raw;
  return piece.text === '' ? '' : rewriteEvent(piece.raw, [{ path: ['text'], raw: JSON.stringify(piece.text) }]);
}

function textOfSource(sourced: Sourced | undefined): string {
  const found = sourced?.events.find((event) => event.type === 'text-delta');
  return found?.type === 'text-delta' ? found.text : '';
}
