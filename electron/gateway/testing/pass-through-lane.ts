import type { Effect, LaneSummary } from '../../core/pipeline/effect.ts';
import type { ResponseLane } from '../../core/pipeline/lane-input.ts';
import type { Sourced } from '../../core/turn/turn-event.ts';

const summary: LaneSummary = { outcome: 'pass_through', reason: undefined, finish: 'stop', calls: 0, reasks: 0, usage: {} };

/** A lane that lets everything pass; a test replaces the methods that it is about. */
export function passThroughLane(over: Partial<ResponseLane> = {}): ResponseLane {
  const sources: Sourced[] = [];
  const state = { finished: false };
  const lane: ResponseLane = {
    frames(frames) {
      for (const frame of frames) sources.push({ frame, events: [] });
      return [{ type: 'send', chunks: frames.map((frame) => frame.raw) }];
    },
    body: (body) => [{ type: 'send-body', body, changed: false }],
    upstreamEnd(how): readonly Effect[] {
      if (how === 'clean') return [{ type: 'end' }];
      const code = how === 'stalled' ? 'signalbox_stalled' : 'signalbox_cut';
      return [
        { type: 'record', entry: { type: 'upstream-failed', cause: how, status: 200, upstream: 'main', detail: how }, alert: true },
        {
          type: 'fail',
          error: { code, status: how === 'stalled' ? 504 : 502, message: how, retryable: true },
          inBand: [`data: {"error":"${code}"}\n\n`],
        },
      ];
    },
    settle: () => [],
    beginAgain: () => [],
    wake: () => [],
    keepAlive: () => [': keep-alive\n\n'],
    clientGone: () => [],
    stop: (_by, reason) => [
      {
        type: 'fail',
        error: { code: 'signalbox_refused', status: 400, message: reason, retryable: false },
        inBand: ['data: {"error":"stopped"}\n\n'],
      },
    ],
    holding: false,
    get finished() {
      return state.finished;
    },
    summary: () => summary,
    sources,
  };
  return new Proxy(lane, { get: (target, key) => (Reflect.has(over, key) ? Reflect.get(over, key) : Reflect.get(target, key)) as unknown });
}
