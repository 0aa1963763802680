import type { NewCall, Usage } from '../../turn/turn.ts';
import type { Sourced } from '../../turn/turn-event.ts';
import type { FinishReason } from '../../../../shared/vocabulary.ts';
import type { FrameEdit, GatewayError, OutChunk, ReplyEncoder } from '../dialect.ts';
import { keptLines } from '../kept-lines.ts';
import { Backlog } from './backlog.ts';
import { ClientReply } from './client-reply.ts';
import { failedResponse, finishedResponse, responseSoFar } from './end-response.ts';
import { eventText, EventWriter } from './event-writer.ts';
import { FrameWriter } from './frame-writer.ts';
import { endOf } from './fit-response.ts';
import { endsWithBlankLine } from './frame-tail.ts';
import { objectText } from './item-text.ts';

const PASS: FrameEdit = {};

/**
 * Encodes a Responses stream. As long as nothing acted, frames leave as their own bytes and are only remembered; the client's view is
 * made from them when it is first needed. From the first act on each frame goes through `FrameWriter`, which changes what must change.
 */
export class ResponsesStreamEncoder implements ReplyEncoder {
  readonly view = new ClientReply();
  private readonly writer = new EventWriter(this.view);
  private readonly frames = new FrameWriter(this.view, this.writer);
  private readonly backlog = new Backlog();
  private acted = false;
  private continued = false;
  /** The bytes that left last, while they are an upstream frame's: it may lack its blank line. */
  private tail: Uint8Array | undefined;

  get changed(): boolean {
    return this.acted;
  }

  pass(sourced: Sourced): OutChunk {
    if (!this.acted && !this.continued && !isOdd(sourced)) {
      this.backlog.push(sourced);
      this.tail = sourced.frame.raw;
      return sourced.frame.raw;
    }
    return this.write(sourced, PASS);
  }

  edit(sourced: Sourced, edit: FrameEdit): OutChunk {
    return this.write(sourced, edit);
  }

  drop(sourced: Sourced): void {
    this.catchUp();
    this.acted = true;
    this.frames.drop(sourced);
  }

  calls(_choice: number, calls: readonly NewCall[]): OutChunk {
    if (calls.length === 0) return '';
    this.catchUp();
    if (this.view.ended) return '';
    this.writer.create();
    this.writer.closeOpen();
    for (const call of calls) this.writer.call(call);
    return this.own(this.writer.take());
  }

  text(_choice: number, text: string): OutChunk {
    if (text === '') return '';
    this.catchUp();
    if (this.view.ended) return '';
    this.writer.create();
    const open = this.view.items.findLast((item) => item.type === 'message' && !item.done);
    const part = open === undefined ? undefined : [...open.parts].findLast(([, each]) => !each.textDone);
    this.writer.text(open !== undefined && part !== undefined ? open : this.writer.addMessage(), part?.[0] ?? 0, text);
    return this.own(this.writer.take());
  }

  /**
   * `response.in_progress` again (wire 3.4). While no frame was changed it repeats the last sequence number: with a new one all later
   * frames would have to be renumbered, and could not leave as they came.
   */
  keepAlive(): string {
    this.catchUp();
    const { view } = this;
    if (!view.created || view.ended || view.responseText === undefined) return '';
    const head: [string, string][] = [['type', '"response.in_progress"']];
    if (view.numbered) head.push(['sequence_number', String(this.acted || this.continued ? view.nextSequence(undefined) : view.sequence)]);
    return this.afterTail(eventText('response.in_progress', objectText([...head, ['response', responseSoFar(view)]])));
  }

  error(error: GatewayError): OutChunk {
    this.catchUp();
    if (this.view.ended) return '';
    this.writer.create();
    this.view.ended = true;
    this.writer.event('response.failed', [['response', failedResponse(this.view, error)]]);
    return this.own(this.writer.take());
  }

  close(finish: FinishReason | undefined): OutChunk {
    this.catchUp();
    if (this.view.ended) return '';
    this.writer.create();
    this.writer.closeOpen();
    this.view.ended = true;
    const end = endOf(finish);
    this.writer.event(`response.${end.status}`, [['response', finishedResponse(this.view, end)]]);
    return this.own(this.writer.take());
  }

  continueReply(options: { readonly dropReasoning: boolean; readonly firstUsage: Usage }): void {
    this.catchUp();
    this.continued = true;
    this.frames.continueReply(options);
  }

  body(): string {
    return '';
  }

  private write(sourced: Sourced, edit: FrameEdit): OutChunk {
    this.catchUp();
    const main = this.frames.write(sourced, edit);
    const before = this.writer.take();
    if (before === '' && main === undefined) {
      this.tail = sourced.frame.raw;
      return sourced.frame.raw;
    }
    this.acted = true;
    const text = before + (main ?? eventText(sourced.frame.event, sourced.frame.data ?? '', keptLines(sourced.frame.raw)));
    return text === '' ? '' : this.own(text);
  }

  /** Brings the client's view up to what left as it came. */
  private catchUp(): void {
    if (this.backlog.empty) return;
    for (const { sourced, text } of this.backlog.take()) this.frames.replay(sourced, text);
    this.writer.take();
  }

  private own(text: string): OutChunk {
    this.acted = true;
    return this.afterTail(text);
  }

  private afterTail(text: string): string {
    const open = this.tail !== undefined && !endsWithBlankLine(this.tail);
    this.tail = undefined;
    return open ? `\n\n${text}` : text;
  }
}

function isOdd(sourced: Sourced): boolean {
  for (const event of sourced.events) if (event.type === 'oddity') return true;
  return false;
}
