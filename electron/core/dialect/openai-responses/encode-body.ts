import type { FinishReason } from '../../../../shared/vocabulary.ts';
import { WIRE_JSON_DEPTH } from '../../text/json-members.ts';
import { memberOf, parseWithSpans, rawOf } from '../../text/json-spans.ts';
import type { Sourced } from '../../turn/turn-event.ts';
import type { NewCall, Usage } from '../../turn/turn.ts';
import type { FrameEdit, GatewayError, OutChunk, ReplyEncoder } from '../dialect.ts';
import { ResponsesStreamEncoder } from './encode-stream.ts';

/**
 * Re-assembles a JSON body: the frames of `decodeBody` run through the stream encoder, whose closing event then holds the body. Nothing
 * leaves before `body()`, so every act answers with ''.
 */
export class ResponsesBodyEncoder implements ReplyEncoder {
  private readonly stream = new ResponsesStreamEncoder();
  private readonly rawBody: string;
  /** The last event that ended the reply, as the client of a stream would get it. */
  private ending = '';

  constructor(rawBody: string) {
    this.rawBody = rawBody;
  }

  get changed(): boolean {
    return this.stream.changed;
  }

  pass(sourced: Sourced): OutChunk {
    return this.take(this.stream.pass(sourced), sourced);
  }

  edit(sourced: Sourced, edit: FrameEdit): OutChunk {
    return this.take(this.stream.edit(sourced, edit), sourced);
  }

  drop(sourced: Sourced): void {
    this.stream.drop(sourced);
  }

  calls(choice: number, calls: readonly NewCall[]): OutChunk {
    return this.take(this.stream.calls(choice, calls));
  }

  text(choice: number, text: string): OutChunk {
    return this.take(this.stream.text(choice, text));
  }

  keepAlive(): string {
    return '';
  }

  error(error: GatewayError): OutChunk {
    return this.take(this.stream.error(error));
  }

  close(finish: FinishReason | undefined): OutChunk {
    return this.take(this.stream.close(finish));
  }

  continueReply(options: { readonly dropReasoning: boolean; readonly firstUsage: Usage }): void {
    this.stream.continueReply(options);
  }

  body(): string {
    if (!this.stream.changed) return this.rawBody;
    const spans = parseWithSpans(this.ending, 0, { maxDepth: WIRE_JSON_DEPTH });
    const response = spans.ok ? memberOf(spans.value.root, 'response')?.value : undefined;
    return response === undefined ? this.rawBody : rawOf(this.ending, response);
  }

  private take(chunk: OutChunk, sourced?: Sourced): OutChunk {
    const data = typeof chunk === 'string' ? lastData(chunk) : (sourced?.frame.data ?? '');
    if (data !== '') this.ending = data;
    return '';
  }
}

/** The data of the last event in a text of events. */
function lastData(text: string): string {
  const lines = text.trimEnd().split('\n');
  const from = lines.findLastIndex((line) => line.startsWith('event: '));
  return lines
    .slice(from + 1)
    .map((line) => line.slice('data: '.length))
    .join('\n');
}
