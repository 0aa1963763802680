import type { Effect, LaneSummary } from '../core/pipeline/effect.ts';
import type { ResponseLane } from '../core/pipeline/lane-input.ts';
import type { GatewayClock } from './gateway-clock.ts';

type LaneInput = (lane: ResponseLane) => readonly Effect[];

export interface LaneDriverOptions {
  readonly clock: GatewayClock;
  /** The effects of one input, in order. */
  readonly apply: (effects: readonly Effect[]) => void;
  /** The lane threw: it gets no further input. */
  readonly onFailure: (stage: string, cause: unknown, lane: ResponseLane) => void;
  /** An effect could not be carried out: the lane gets no further input. */
  readonly onBreak: (cause: unknown) => void;
  /** The queue is empty again. */
  readonly onIdle: () => void;
}

/** Gives a lane one input at a time: inputs that arise while effects are interpreted wait their turn. */
export class LaneDriver {
  private readonly options: LaneDriverOptions;
  private current: ResponseLane | undefined;
  /** The lane of the summary: also one that failed. */
  private latest: ResponseLane | undefined;
  private readonly waiting: { readonly stage: string; readonly input: LaneInput }[] = [];
  private running = false;
  private cancelWake: (() => void) | undefined;

  constructor(options: LaneDriverOptions) {
    this.options = options;
  }

  get lane(): ResponseLane | undefined {
    return this.current;
  }

  /** The facts of the reply so far; undefined where no lane can tell. */
  summary(): LaneSummary | undefined {
    try {
      return this.latest?.summary();
    } catch {
      return undefined;
    }
  }

  /** True while effects are being interpreted. */
  get busy(): boolean {
    return this.running;
  }

  /** A new lane begins; inputs for the former one are void. */
  begin(lane: ResponseLane): void {
    this.stop();
    this.current = lane;
    this.latest = lane;
  }

  /** No further input. */
  stop(): void {
    this.current = undefined;
    this.waiting.length = 0;
    this.disarm();
  }

  /** `stage` names the input in the journal if the lane fails on it. */
  give(stage: string, input: LaneInput): void {
    if (this.running) return void this.waiting.push({ stage, input });
    this.running = true;
    try {
      this.step(stage, input);
      for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) this.step(next.stage, next.input);
    } finally {
      this.running = false;
    }
    this.options.onIdle();
  }

  /** Wakes the lane after `ms` unless another input comes first. */
  wakeAfter(ms: number): void {
    this.disarm();
    this.cancelWake = this.options.clock.after(ms, () => this.give('wake', (lane) => lane.wake()));
  }

  disarm(): void {
    this.cancelWake?.();
    this.cancelWake = undefined;
  }

  private step(stage: string, input: LaneInput): void {
    const lane = this.current;
    if (lane === undefined) return;
    this.disarm();
    let effects: readonly Effect[];
    try {
      effects = input(lane);
    } catch (cause) {
      this.stop();
      return this.options.onFailure(stage, cause, lane);
    }
    try {
      this.options.apply(effects);
    } catch (cause) {
      this.stop();
      this.options.onBreak(cause);
    }
  }
}
