import { Buffer } from 'node:buffer';
import { assertNever } from '../../shared/result.ts';
import type { GatewayError, OutChunk } from '../core/dialect/dialect.ts';
import type { ApprovalDraft, Effect } from '../core/pipeline/effect.ts';
import type { ClientReply } from './client-reply.ts';
import type { TurnLog } from './turn-log.ts';
import type { TurnPlace } from './turn-place.ts';

/** What effects act on besides the client: the exchange's own steps. */
export interface ExchangeSteps {
  readonly client: ClientReply;
  readonly log: TurnLog;
  readonly place: TurnPlace;
  /** The JSON reply with the bytes it came in; undefined where it came as a stream, and after a re-ask: the last body need not be the one that leaves. */
  readonly bodyAsItCame: () => Buffer | undefined;
  /** The reply is whole: the client's end. */
  readonly end: () => void;
  readonly hold: (drafts: readonly ApprovalDraft[]) => void;
  readonly askAgain: (body: string, cause: string, guidance: string) => void;
  readonly dropUpstream: () => void;
  readonly wakeAfter: (ms: number) => void;
  /** True: another upstream is asked in place of this error. `told`: the journal knows of it already. */
  readonly averts: (error: GatewayError, told: boolean) => boolean;
  readonly startOver: () => void;
}

/** Carries out what a response lane decided. The only place that knows what an effect does. */
export class EffectInterpreter {
  private readonly steps: ExchangeSteps;
  private outbox: OutChunk[] = [];

  constructor(steps: ExchangeSteps) {
    this.steps = steps;
  }

  /** The effects of one input, in order. */
  apply(effects: readonly Effect[]): void {
    const [only] = effects;
    if (effects.length === 1 && only?.type === 'send' && this.outbox.length === 0) return this.steps.client.send(only.chunks);
    for (const [index, effect] of effects.entries()) {
      if (effect.type === 'fail' && this.steps.averts(effect.error, effects.some(tellsFailure))) {
        for (const later of effects.slice(index + 1)) if (later.type === 'record') this.interpret(later);
        return this.steps.startOver();
      }
      this.interpret(effect);
    }
    this.flush();
  }

  /** What was not written yet is not written. */
  forget(): void {
    this.outbox = [];
  }

  private interpret(effect: Effect): void {
    const { client, log, place } = this.steps;
    switch (effect.type) {
      case 'send':
        for (const chunk of effect.chunks) this.outbox.push(chunk);
        return;
      case 'send-body':
        return client.body((effect.changed ? undefined : this.steps.bodyAsItCame()) ?? Buffer.from(effect.body, 'utf8'));
      case 'fail':
        this.flush();
        return client.fail(effect.error, effect.inBand, effect.body);
      case 'end':
        this.flush();
        return this.steps.end();
      case 'hold':
        this.flush();
        return this.steps.hold(effect.drafts);
      case 'ask-again':
        this.flush();
        return this.steps.askAgain(effect.body, effect.cause, effect.guidance);
      case 'record':
        if (effect.entry.type === 'tool-call-delivered') place.delivered(effect.entry.call.id, effect.entry.call.arguments);
        return log.record(effect.entry, effect.alert);
      case 'attach-guide':
        return place.guides.attach({ callId: effect.callId, text: effect.text, pattern: effect.pattern });
      case 'drop-upstream':
        return this.steps.dropUpstream();
      case 'wake-after':
        return this.steps.wakeAfter(effect.ms);
      default:
        assertNever(effect);
    }
  }

  /** All pieces of one input leave as one write. */
  private flush(): void {
    if (this.outbox.length === 0) return;
    const chunks = this.outbox;
    this.outbox = [];
    this.steps.client.send(chunks);
  }
}

const tellsFailure = (effect: Effect): boolean => effect.type === 'record' && effect.entry.type === 'upstream-failed';
