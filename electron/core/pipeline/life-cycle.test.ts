import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntryBody } from '../../../shared/journal-entry.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import type { CallState, Dialect } from '../../../shared/vocabulary.ts';
import { createSseFramer } from '../../gateway/sse-frames.ts';
import { genericAgent } from '../agent/profiles/index.ts';
import { readResponsesStrictly } from '../testing/read-responses-strictly.ts';
import { codecs } from '../testing/playbook.ts';
import { type BuiltReply, requestOf, streamOf } from '../testing/reply-builder.ts';
import { readChatStream, readMessagesStream } from '../testing/strict-client.ts';
import type { Effect } from './effect.ts';
import type { DraftVerdict, ResponseLane } from './lane-input.ts';
import { createResponseLane } from './response-lane.ts';

/** Whatever happens to a reply, each of its calls has exactly one last state, and only whole calls leave (wire 3.5). */
const dialects: readonly Dialect[] = ['openai-chat', 'anthropic-messages', 'openai-responses'];
const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } };

function laneFor(dialect: Dialect, reasks: number): ResponseLane {
  const codec = codecs[dialect];
  const sentBody = JSON.stringify(requestOf(dialect, [bash]));
  const request = codec.decodeRequest(JSON.parse(sentBody), sentBody);
  if (!request.ok) throw new Error(request.error.detail);
  return createResponseLane({
    codec,
    request: request.value,
    profile: genericAgent,
    sentBody,
    settings: { ...defaultSettings, 'reask.max': reasks },
    formatSwitch: () => undefined,
    holdEverything: false,
    observeOnly: false,
    cutBefore: false,
    idStyle: 'dialect',
    historyHash: 'h',
  });
}

/** What is wrong with the recorded life of the calls; `over` when the lane has ended. */
function lifeFaults(entries: readonly EntryBody[], over: boolean): readonly string[] {
  const seen = new Map<string, number>();
  const last = new Map<string, CallState[]>();
  for (const entry of entries) {
    if (entry.type === 'tool-call-seen') seen.set(entry.call.key, (seen.get(entry.call.key) ?? 0) + 1);
    if (entry.type === 'tool-call-delivered') last.set(entry.call.key, [...(last.get(entry.call.key) ?? []), entry.state]);
  }
  const faults: string[] = [];
  for (const [key, times] of seen) if (times !== 1) faults.push(`${key} seen ${times} times`);
  for (const [key, states] of last) if (states.length !== 1 || !seen.has(key)) faults.push(`${key} ended as ${states.join()}`);
  if (over) for (const key of seen.keys()) if (!last.has(key)) faults.push(`${key} never ended`);
  return faults;
}

const RUNS: ReadonlySet<CallState> = new Set(['delivered', 'recovered', 'healed']);

const textOf = (chunks: readonly (Uint8Array | string)[]): string =>
  chunks.map((chunk) => (typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk))).join('');

/** The calls that the client of a stream takes for complete. */
function callsIn(dialect: Dialect, sent: string): readonly { readonly arguments: string }[] {
  switch (dialect) {
    case 'openai-chat':
      return readChatStream(sent).calls.filter((call) => call.closed);
    case 'anthropic-messages':
      return readMessagesStream(sent).calls.filter((call) => call.closed);
    case 'openai-responses':
      return readResponsesStrictly(sent).calls;
  }
}

describe.each(dialects)('%s: a reply that is cut at any byte', (dialect) => {
  const id = (n: number): string => `${dialect === 'anthropic-messages' ? 'toolu_' : 'call_'}${n}`;
  const calls = ['ls', 'pwd'].map((command, n) => ({ id: id(n), name: 'bash', arguments: JSON.stringify({ command }) }));
  const bytes = bytesOf(dialect, { text: 'I look — first.', calls, finish: 'calls' });
  it.each(['reset', 'clean', 'stalled'] as const)('ends validly after %s', (end) => {
    for (let at = 0; at <= bytes.length; at += 1) {
      const played = new Interleaving(dialect, [bytes.subarray(0, at)], 0);
      played.take({ type: 'chunk', size: at });
      played.take({ type: 'end', how: end });
      const context = `byte ${at} of ${bytes.length}`;
      expect(lifeFaults(played.entries, true), context).toEqual([]);
      expect([played.over, played.ends], context).toEqual([true, 1]);
      const delivered = played.failed ? [] : callsIn(dialect, textOf(played.sent));
      const ran = played.entries.flatMap((entry) => (entry.type === 'tool-call-delivered' && RUNS.has(entry.state) ? [entry.call] : []));
      expect(
        delivered.map((call) => call.arguments),
        context,
      ).toEqual(ran.map((call) => call.arguments));
      for (const call of delivered) expect(['{"command":"ls"}', '{"command":"pwd"}'], context).toContain(call.arguments);
      if (!played.failed) expect(delivered.length, context).toBeGreaterThan(0);
    }
  });
});

/** Inputs in any order. Those that the lane's state does not allow are ignored by it: that is part of what is tested. */
type Step =
  | { readonly type: 'chunk'; readonly size: number }
  | { readonly type: 'end'; readonly how: 'clean' | 'reset' | 'stalled' }
  | { readonly type: 'settle'; readonly verdict: DraftVerdict }
  | { readonly type: 'again'; readonly failed: boolean }
  | { readonly type: 'wake' | 'keep-alive' | 'gone' | 'stop' };

const verdictOf = (verdict: 'approve' | 'override' | 'reject' | 'text'): DraftVerdict => ({
  type: 'verdict',
  verdict,
  reading: 0,
  arguments: verdict === 'override' ? '{"command":"id"}' : undefined,
  reason: undefined,
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ type: fc.constant('chunk' as const), size: fc.integer({ min: 1, max: 900 }) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('end' as const), how: fc.constantFrom('clean', 'reset', 'stalled') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('settle' as const),
      verdict: fc.constantFrom<DraftVerdict>(verdictOf('approve'), verdictOf('override'), verdictOf('reject'), verdictOf('text'), {
        type: 'expired',
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('again' as const), failed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('wake' as const, 'keep-alive' as const, 'gone' as const, 'stop' as const) }) },
);

const leak = '<tool_call>\n{"name": "bash", "arguments": {"command": "ls -l"}}\n</tool_call>';
const call = (n: number, args: string): { id: string; name: string; arguments: string } => ({
  id: `call_${n}`,
  name: 'bash',
  arguments: args,
});

const reply: fc.Arbitrary<BuiltReply> = fc.record({
  text: fc.constantFrom(
    '',
    'Hello.',
    `I look.\n${leak}`,
    `For example:\n${leak}`,
    leak.slice(0, -14),
    '{"name":"bash","arguments":{"command":"ls"}}',
  ),
  calls: fc.subarray([
    call(1, '{"command":"ls"}'),
    call(2, '{"command":"pwd"'),
    call(3, "{'command': 'ls',}"),
    call(4, '{"cmd":"ls"}'),
    call(1, '{"command":"id"}'),
    { id: '', name: 'no_such_tool', arguments: '{}' },
  ]),
  finish: fc.constantFrom('stop', 'calls', 'length'),
});

const NO_BYTES = new Uint8Array(0);
const bytesOf = (dialect: Dialect, built: BuiltReply): Uint8Array => new TextEncoder().encode(streamOf(dialect, built).join(''));

/** Plays steps against one lane; upstream bytes come from the replies in order. */
class Interleaving {
  readonly entries: EntryBody[] = [];
  readonly sent: (Uint8Array | string)[] = [];
  ends = 0;
  failed = false;
  private drafts: string[] = [];
  private upstream: Uint8Array;
  private framer = createSseFramer();
  private readonly lane: ResponseLane;
  private readonly replies: readonly Uint8Array[];
  private next = 1;

  constructor(dialect: Dialect, replies: readonly Uint8Array[], reasks: number) {
    this.replies = replies;
    this.lane = laneFor(dialect, reasks);
    this.upstream = replies[0] ?? NO_BYTES;
  }

  get over(): boolean {
    return this.lane.finished;
  }

  take(input: Step): void {
    switch (input.type) {
      case 'chunk': {
        const chunk = this.upstream.subarray(0, input.size);
        this.upstream = this.upstream.subarray(input.size);
        return this.apply(this.lane.frames(this.framer.push(chunk)));
      }
      case 'end':
        // As the gateway does it: a frame that a reset cut in two says nothing, at a clean end it is read.
        if (input.how === 'clean') this.apply(this.lane.frames(this.framer.flush()));
        return this.apply(this.lane.upstreamEnd(input.how));
      case 'settle':
        return this.apply(this.lane.settle(this.drafts.shift() ?? 'unknown', input.verdict));
      case 'again':
        return this.apply(this.lane.beginAgain(input.failed ? { type: 'failed', detail: 'HTTP 500' } : { type: 'started' }));
      case 'wake':
        return this.apply(this.lane.wake());
      case 'keep-alive':
        this.sent.push(...this.lane.keepAlive());
        return;
      case 'gone':
        return this.apply(this.lane.clientGone());
      case 'stop':
        return this.apply(this.lane.stop('operator', 'a test ends'));
    }
  }

  private apply(effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.type === 'record') this.entries.push(effect.entry);
      if (effect.type === 'send') this.sent.push(...effect.chunks);
      if (effect.type === 'end' || effect.type === 'fail') this.ends += 1;
      if (effect.type === 'fail') this.failed = true;
      if (effect.type === 'hold') this.drafts = effect.drafts.map((draft) => draft.key);
      if (effect.type === 'ask-again') {
        this.upstream = this.replies[this.next % this.replies.length] ?? NO_BYTES;
        this.next += 1;
        this.framer = createSseFramer();
      }
    }
  }
}

describe.each(dialects)('%s: chunks, faults, verdicts and aborts in any order', (dialect) => {
  it('each call has exactly one last state, and the reply one end', () => {
    fc.assert(
      fc.property(
        fc.array(reply, { minLength: 1, maxLength: 3 }),
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 0, max: 2 }),
        (replies, steps, reasks) => {
          const played = new Interleaving(
            dialect,
            replies.map((built) => bytesOf(dialect, built)),
            reasks,
          );
          for (const input of steps) played.take(input);
          expect(lifeFaults(played.entries, played.over)).toEqual([]);
          if (!played.over) played.take({ type: 'gone' });
          expect(lifeFaults(played.entries, true)).toEqual([]);
          expect(played.ends).toBeLessThanOrEqual(1);
          const ran = played.entries.filter((entry) => entry.type === 'tool-call-delivered' && RUNS.has(entry.state));
          if (ran.length === 0 && played.ends === 1) expect(callsIn(dialect, textOf(played.sent))).toEqual([]);
        },
      ),
      { numRuns: 400 },
    );
  });
});
