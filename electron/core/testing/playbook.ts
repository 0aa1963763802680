import { createSseFramer } from '../../gateway/sse-frames.ts';
import type { EntryBody } from '../../../shared/journal-entry.ts';
import { defaultSettings, type Settings } from '../../../shared/settings.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { genericAgent } from '../agent/profiles/index.ts';
import type { DialectCodec, OutChunk } from '../dialect/dialect.ts';
import { anthropicMessagesCodec } from '../dialect/anthropic-messages/codec.ts';
import { openAiChatCodec } from '../dialect/openai-chat/codec.ts';
import { openAiResponsesCodec } from '../dialect/openai-responses/codec.ts';
import type { ApprovalDraft, Effect } from '../pipeline/effect.ts';
import type { LaneContext } from '../pipeline/lane-context.ts';
import type { DraftVerdict, ResponseLane, UpstreamEnd } from '../pipeline/lane-input.ts';
import { createResponseLane } from '../pipeline/response-lane.ts';

/** The codecs under test. */
export const codecs: Readonly<Record<Dialect, DialectCodec>> = {
  'openai-chat': openAiChatCodec,
  'anthropic-messages': anthropicMessagesCodec,
  'openai-responses': openAiResponsesCodec,
};

/** One reply of a scripted upstream: stream text cut as given, or a JSON body. */
export type ScriptedReply =
  | { readonly stream: readonly (string | Uint8Array)[]; readonly end?: UpstreamEnd | undefined }
  | { readonly body: string }
  /** The upstream can't be asked again. */
  | { readonly unreachable: string };

export interface Script {
  readonly dialect: Dialect;
  readonly request: Record<string, unknown>;
  /** The first reply, then one per re-ask. */
  readonly replies: readonly ScriptedReply[];
  readonly settings?: Partial<Settings> | undefined;
  readonly context?: Partial<LaneContext> | undefined;
  /** Verdict on each held draft; without it holds expire at once. */
  readonly verdict?: ((draft: ApprovalDraft) => DraftVerdict) | undefined;
}

/** What a client and the journal got. */
export interface Played {
  readonly sent: string;
  readonly body: { readonly text: string; readonly changed: boolean } | undefined;
  readonly failed: (Effect & { readonly type: 'fail' }) | undefined;
  readonly ended: boolean;
  readonly entries: readonly EntryBody[];
  readonly effects: readonly Effect[];
  readonly reasks: readonly string[];
  readonly drafts: readonly ApprovalDraft[];
  readonly lane: ResponseLane;
}

/** Plays a script through the real response lane: events in, effects out. */
export function play(script: Script): Played {
  const codec = codecs[script.dialect];
  const rawBody = JSON.stringify(script.request);
  const request = codec.decodeRequest(JSON.parse(rawBody), rawBody);
  if (!request.ok) throw new Error(request.error.detail);
  const lane = createResponseLane({
    codec,
    request: request.value,
    profile: genericAgent,
    sentBody: rawBody,
    settings: { ...defaultSettings, ...script.settings },
    formatSwitch: () => undefined,
    holdEverything: false,
    observeOnly: false,
    cutBefore: false,
    idStyle: 'dialect',
    historyHash: 'h',
    ...script.context,
  });
  const stage = new Stage(lane, script);
  stage.run();
  return stage.played();
}

class Stage {
  private readonly lane: ResponseLane;
  private readonly script: Script;
  private readonly effects: Effect[] = [];
  private sent = '';
  private readonly decoder = new TextDecoder();
  private next = 0;

  constructor(lane: ResponseLane, script: Script) {
    this.lane = lane;
    this.script = script;
  }

  run(): void {
    const reply = this.script.replies[this.next];
    this.next += 1;
    if (reply === undefined) throw new Error('the script has no further reply');
    if ('unreachable' in reply) throw new Error('only a re-ask can be unreachable');
    if ('body' in reply) return this.apply(this.lane.body(reply.body));
    const framer = createSseFramer();
    for (const chunk of reply.stream)
      this.apply(this.lane.frames(framer.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)));
    this.apply(this.lane.frames(framer.flush()));
    this.apply(this.lane.upstreamEnd(reply.end ?? 'clean'));
  }

  private apply(effects: readonly Effect[]): void {
    for (const effect of effects) {
      this.effects.push(effect);
      if (effect.type === 'send') this.sent += effect.chunks.map((chunk) => this.textOf(chunk)).join('');
      if (effect.type === 'hold') {
        for (const draft of effect.drafts) this.apply(this.lane.settle(draft.key, this.script.verdict?.(draft) ?? { type: 'expired' }));
      }
      if (effect.type === 'ask-again') {
        const answer = this.script.replies[this.next];
        if (answer !== undefined && 'unreachable' in answer) {
          this.apply(this.lane.beginAgain({ type: 'failed', detail: answer.unreachable }));
        } else {
          this.apply(this.lane.beginAgain({ type: 'started' }));
          this.run();
        }
      }
    }
  }

  private textOf(chunk: OutChunk): string {
    return typeof chunk === 'string' ? chunk : this.decoder.decode(chunk);
  }

  played(): Played {
    const find = <T extends Effect['type']>(type: T): (Effect & { readonly type: T })[] =>
      this.effects.filter((effect): effect is Effect & { readonly type: T } => effect.type === type);
    const body = find('send-body')[0];
    return {
      sent: this.sent,
      body: body === undefined ? undefined : { text: body.body, changed: body.changed },
      failed: find('fail')[0],
      ended: find('end').length > 0 || body !== undefined,
      entries: find('record').map((effect) => effect.entry),
      effects: this.effects,
      reasks: find('ask-again').map((effect) => effect.body),
      drafts: find('hold').flatMap((effect) => effect.drafts),
      lane: this.lane,
    };
  }
}
