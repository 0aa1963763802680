import type { Approval } from '../../../shared/approval.ts';
import type { EntryBody } from '../../../shared/journal-entry.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Outcome } from '../../../shared/vocabulary.ts';
import { recogniseAgent, sessionKeyOf, threadKeyOf } from '../../core/agent/recognise-agent.ts';
import type { DialectCodec } from '../../core/dialect/dialect.ts';
import { codecs } from '../../core/dialect/registry.ts';
import type { ApprovalDraft } from '../../core/pipeline/effect.ts';
import type { DraftVerdict } from '../../core/pipeline/lane-input.ts';
import type { TurnRequest } from '../../core/turn/turn.ts';
import { assembleBytes } from '../../journal/assemble-reply.ts';
import type { PlayedExchange, RecordedExchange, RecordedHold, RecordedReply } from '../../journal/replay/recorded-exchange.ts';
import { decodeBody } from '../body-encoding.ts';
import { createCoreLane, createCoreRequestStage } from '../core-lane.ts';
import { laneContextOf } from '../exchange-input.ts';
import { headerOf, type HeaderPairs } from '../header-rules.ts';
import { inspectRequest } from '../inspect-request.ts';
import { FateReader } from '../request-fate.ts';
import { RequestReader } from '../request-reader.ts';
import type { RequestStageResult } from '../request-stage.ts';
import { targetOf, type UpstreamTarget } from '../route-request.ts';
import { SessionRegistry } from '../session-registry.ts';
import type { TurnPlace } from '../turn-place.ts';
import { MAX_REPLY_BYTES } from '../upstream-reply.ts';
import { OfflineExchange } from './offline-exchange.ts';

/** Plays recorded exchanges through the real core, without a network (interfaces 4.6). */
export interface OfflinePlayer {
  /** In the order in which they happened: exchanges of one session build on each other. */
  play(exchange: RecordedExchange): Promise<PlayedExchange>;
}

const NO_SWITCHES = { hold: false, loops: true, recovery: true } as const;

export function createOfflinePlayer(settings: Settings): OfflinePlayer {
  const sessions = new Map<string, OfflineSession>();
  return {
    play: (exchange) => {
      const known = exchange.session === '' ? undefined : sessions.get(exchange.session);
      const session = known ?? new OfflineSession(settings);
      if (exchange.session !== '') sessions.set(exchange.session, session);
      return session.play(exchange);
    },
  };
}

/** What the gateway remembers of one session, kept in memory. */
class OfflineSession {
  private readonly settings: Settings;
  private readonly reader = new RequestReader();
  private readonly decisions = new Map<string, string>();
  private readonly registry: SessionRegistry;
  private readonly prepare: ReturnType<typeof createCoreRequestStage>;
  private steers: readonly string[] = [];
  private now = 0;
  private ids = 0;

  constructor(settings: Settings) {
    this.settings = settings;
    this.registry = new SessionRegistry({ newId: (kind) => `${kind}_${++this.ids}`, now: () => this.now, onLimit: () => undefined });
    this.prepare = createCoreRequestStage({
      decisions: {
        get: (key) => this.decisions.get(key),
        setMany: (pairs) => {
          for (const [key, value] of pairs) this.decisions.set(key, value);
        },
      },
      steers: { of: () => this.steers, sent: (_session, count) => void (this.steers = this.steers.slice(count)) },
    });
  }

  async play(exchange: RecordedExchange): Promise<PlayedExchange> {
    this.now = Math.max(this.now, exchange.at);
    this.steers = exchange.steers;
    const codec = codecs[exchange.dialect];
    const inspected = await inspectRequest(this.reader, Buffer.from(exchange.request, 'utf8'), undefined, codec);
    const reply = await decoded(exchange.upstream);
    if (inspected.type === 'uninspected') return untouched(exchange, codec, reply);
    const { request, bytes, hashes } = inspected;
    const headers = namedHeaders(exchange.requestHeaders);
    const profile = recogniseAgent(headers, request);
    const place = this.registry.place({
      explicit: exchange.session === '' ? undefined : exchange.session,
      key: sessionKeyOf(headers, request, profile),
      threadKey: exchange.thread === '' ? threadKeyOf(headers, profile) : exchange.thread,
      agent: profile.id,
      hashes,
      hasTools: request.tools.length > 0,
      // What the operator said is recorded with the exchange that carried it.
      spoken: exchange.steers.length > 0,
      mentions: (callId) => callId !== '' && bytes.includes(callId),
    });
    const target = targetFor(exchange, this.settings);
    const prepared = this.requestSide({
      codec,
      request,
      rawBody: () => exchange.request,
      bodyBytes: bytes.length,
      profile,
      place,
      target,
      settings: this.settings,
      switches: NO_SWITCHES,
      messageHashes: hashes.rolling,
    });
    const entries: EntryBody[] = prepared.records.map(({ entry }) => entry);
    const { body: changed } = prepared;
    const forwarded = changed !== undefined;
    const { answer } = prepared;
    if (answer !== undefined) {
      place.ended('failed');
      const { code, message, status } = answer;
      return { ...silent(exchange.id, 'break_loop', forwarded), entries, error: { code, message, status } };
    }
    if (prepared.reply !== undefined) {
      for (const call of prepared.reply.calls) place.delivered(call.id);
      place.ended('ok');
      const bytes = codec.encodeReply({ ...prepared.reply, created: 0, model: request.model, text: '' }, request.stream);
      return { ...silent(exchange.id, 'stand_in', forwarded), ...clientView(codec, Buffer.from(bytes, 'utf8')), entries };
    }
    const sent = changed === undefined ? request : (reread(codec, changed) ?? request);
    const facts = {
      codec,
      request: sent,
      profile,
      settings: this.settings,
      place,
      sent: { text: () => changed ?? exchange.request },
      blocked: prepared.blocked,
    };
    const lane = createCoreLane(laneContextOf(facts, target, NO_SWITCHES));
    const result = new OfflineExchange({
      lane,
      codec,
      place,
      streamAsked: sent.stream,
      reply,
      further: await Promise.all(exchange.further.map(decoded)),
      decide: decisionsOf(exchange, place, (entry) => entries.push(entry)),
      record: (entry) => entries.push(entry),
    }).run();
    const fates = new FateReader();
    for (const entry of entries) fates.read(entry);
    for (const { entry } of prepared.settle?.(fates.fate(reply.status)) ?? []) entries.push(entry);
    place.ended(result.error === undefined ? 'ok' : result.error.code === 'signalbox_cut' ? 'cut' : 'failed');
    const outcome = result.outcome ?? result.summary?.outcome ?? 'pass_through';
    return {
      id: exchange.id,
      outcome: outcome !== 'pass_through' ? outcome : result.relabelled ? 'normalise' : forwarded ? 'repair_request' : 'pass_through',
      reason: result.summary?.reason ?? '',
      ...clientView(codec, result.bytes),
      entries,
      forwarded,
      ...(result.error === undefined ? {} : { error: result.error }),
      ...(result.reask === undefined ? {} : { reask: result.reask }),
    };
  }

  /** What the request side cannot do is skipped (contract 2.7). */
  private requestSide(input: Parameters<typeof this.prepare>[0]): RequestStageResult {
    try {
      return this.prepare(input);
    } catch (cause) {
      const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      return { body: undefined, records: [{ entry: { type: 'stage-failed', stage: 'request-lane', detail }, alert: true }] };
    }
  }
}

/** The recorded decisions in the order of the holds, by name; without one a hold expires at once: there is no operator here. */
function decisionsOf(
  exchange: RecordedExchange,
  place: TurnPlace,
  record: (entry: EntryBody) => void,
): (draft: ApprovalDraft) => DraftVerdict {
  const left: RecordedHold[] = [...exchange.holds];
  return (draft) => {
    const at = left.findIndex((hold) => hold.name === draft.call.name);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    const call = { key: draft.key, ...draft.call };
    const approval = approvalOf(draft, exchange, place);
    record({ type: 'tool-call-held', call, approval });
    const expired = found === undefined || found.verdict === 'expired' || found.verdict === 'withdrawn';
    const by = found === undefined ? 'no-console' : expired ? 'deadline' : 'operator';
    if (expired) {
      record({
        type: 'approval-settled',
        id: approval.id,
        verdict: 'expired',
        by,
        status: { state: 'expired', by: { type: by === 'operator' ? 'deadline' : by }, at: exchange.at },
        call,
      });
      return { type: 'expired' };
    }
    const { verdict, reading, arguments: edited, reason } = found;
    if (verdict === 'expired' || verdict === 'withdrawn') return { type: 'expired' };
    const status = { state: 'settled', verdict, by: { type: 'operator' }, at: exchange.at, reading, arguments: edited, reason } as const;
    record({
      type: 'approval-settled',
      id: approval.id,
      verdict,
      by: 'operator',
      status,
      call: { ...call, arguments: edited ?? call.arguments },
    });
    return { type: 'verdict', verdict, reading: reading ?? 0, arguments: edited, reason };
  };
}

function approvalOf({ key, ...shown }: ApprovalDraft, exchange: RecordedExchange, place: TurnPlace): Approval {
  return {
    ...shown,
    id: `${exchange.id}/${key}`,
    replyId: exchange.id,
    session: exchange.session === '' ? place.session : exchange.session,
    turn: exchange.turn === '' ? place.turn : exchange.turn,
    agent: '',
    model: '',
    createdAt: exchange.at,
    deadline: exchange.at,
    status: { state: 'pending' },
  };
}

/** A request that is not this dialect's passes with its reply as it came. */
function untouched(exchange: RecordedExchange, codec: DialectCodec, reply: RecordedReply): PlayedExchange {
  const view = reply.status < 300 ? clientView(codec, Buffer.concat(reply.chunks)) : { text: '', finish: '', calls: [] };
  return {
    id: exchange.id,
    outcome: reply.status >= 400 ? 'surface_error' : 'pass_through',
    reason: '',
    ...view,
    entries: [],
    forwarded: false,
  };
}

const silent = (id: string, outcome: Outcome, forwarded: boolean) => ({
  id,
  outcome,
  reason: '',
  calls: [],
  text: '',
  finish: '',
  forwarded,
});

/** What a client of the dialect reads from these bytes. */
function clientView(codec: DialectCodec, bytes: Buffer): Pick<PlayedExchange, 'calls' | 'text' | 'finish'> {
  const read = assembleBytes(codec, bytes);
  if (read === null) return { calls: [], text: '', finish: '' };
  return {
    calls: read.calls.map(({ id, name, arguments: text }) => ({ name, arguments: text, id })),
    text: read.text,
    finish: read.finish,
  };
}

/** The upstream of the settings by its recorded name; an unknown one has no profile and no switches of its own. */
function targetFor(exchange: RecordedExchange, settings: Settings): UpstreamTarget {
  const { upstreamName } = exchange;
  const setting = Object.hasOwn(settings.upstreams, upstreamName) ? settings.upstreams[upstreamName] : undefined;
  return targetOf(upstreamName, setting ?? { url: 'http://recorded.invalid' }, '/');
}

function reread(codec: DialectCodec, text: string): TurnRequest | undefined {
  const again = codec.decodeRequest(JSON.parse(text), text);
  return again.ok ? again.value : undefined;
}

/** The reply as text bytes. One that cannot be decoded ends as a broken connection. */
async function decoded(reply: RecordedReply): Promise<RecordedReply> {
  const coding = headerOf(reply.headers, 'content-encoding');
  if (coding === undefined) return reply;
  const body = await decodeBody(Buffer.concat(reply.chunks), coding, MAX_REPLY_BYTES);
  const headers = reply.headers.filter(([name]) => name.toLowerCase() !== 'content-encoding');
  return body.ok ? { ...reply, headers, chunks: [body.value] } : { ...reply, headers, chunks: [], eof: 'reset' };
}

/** Lower-case names, several values joined as HTTP does. */
function namedHeaders(pairs: HeaderPairs): Readonly<Record<string, string>> {
  const named: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    named[key] = named[key] === undefined ? value : `${named[key]}, ${value}`;
  }
  return named;
}
