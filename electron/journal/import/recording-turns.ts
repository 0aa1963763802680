import type { TurnDetail, TurnRow } from '../../../shared/ipc/contract.ts';
import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { isJsonObject } from '../../../shared/json.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { codecs } from '../../core/dialect/registry.ts';
import { assembleBytes } from '../assemble-reply.ts';
import { frameRows } from '../tape-store.ts';
import type { RecordedExchange } from '../replay/recorded-exchange.ts';
import type { Recording } from './recording.ts';

/** Frames of one turn that are shown: beyond it the last says how many more there are. */
const maxFrames = 5000;
const paths: Readonly<Record<Dialect, string>> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  'anthropic-messages': '/v1/messages',
};

/** The turns of a recording as the console shows turns: exchanges with their entries, and turns of which only entries are there. One at a time. */
export function* turnsOfRecording(recording: Recording, fileName: string): Generator<TurnDetail> {
  const byTurn = new Map<string, JournalEntry[]>();
  for (const entry of recording.entries) {
    if (entry.turn === '') continue;
    const known = byTurn.get(entry.turn);
    if (known === undefined) byTurn.set(entry.turn, [entry]);
    else known.push(entry);
  }
  const names = new Map<string, number>();
  for (const exchange of recording.exchanges) {
    const turn = freshName(exchange.turn === '' ? exchange.id : exchange.turn, names);
    const entries = byTurn.get(exchange.turn) ?? [];
    byTurn.delete(exchange.turn);
    yield ofExchange(exchange, turn, entries, fileName);
  }
  for (const [turn, entries] of byTurn) yield ofEntries(freshName(turn, names), entries, fileName);
}

/** No calendar goes further: a time beyond it is none. */
const lastTime = 8_640_000_000_000_000;
const timeOf = (at: number): number => (at > 0 && at <= lastTime ? at : 0);

/** A file may use one name twice, or for all: a turn is asked for by its name. */
function freshName(name: string, names: Map<string, number>): string {
  const base = name.slice(0, 200);
  let times = names.get(base) ?? 0;
  let fresh: string;
  do {
    times += 1;
    fresh = times === 1 ? base : `${base} #${times}`;
  } while (times > 1 && names.has(fresh));
  names.set(base, times);
  if (times > 1) names.set(fresh, 1);
  return fresh;
}

function ofExchange(exchange: RecordedExchange, turn: string, entries: readonly JournalEntry[], fileName: string): TurnDetail {
  const { dialect, verdict, upstream, further } = exchange;
  const replies = [upstream, ...further];
  const last = replies.at(-1) ?? upstream;
  const read = assembleBytes(codecs[dialect], Buffer.concat(last.chunks));
  const base = rowOfEntries(turn, entries, fileName);
  const assembled =
    verdict === undefined || (verdict.text === '' && verdict.calls.length === 0 && verdict.finish === '')
      ? read
      : { text: verdict.text, reasoning: read?.reasoning ?? '', calls: [...verdict.calls], finish: verdict.finish };
  return {
    turn: {
      ...base,
      session: exchange.session === '' ? base.session : exchange.session,
      thread: exchange.thread === '' ? base.thread : exchange.thread,
      at: timeOf(exchange.at) === 0 ? base.at : exchange.at,
      dialect,
      model: base.model === '' ? modelOf(exchange.request) : base.model,
      upstream: exchange.upstreamName === '' ? base.upstream : exchange.upstreamName,
      title: base.title === '' ? titleOf(exchange) : base.title,
      outcome: verdict?.outcome ?? base.outcome,
      reason: verdict === undefined || verdict.reason === '' ? base.reason : verdict.reason,
      status: base.status ?? (last.status === 0 ? null : last.status),
      finish: verdict?.finish ?? assembled?.finish ?? null,
      calls: assembled?.calls.length ?? 0,
      reasks: further.length,
    },
    request: {
      method: 'POST',
      path: pathOf(entries) ?? paths[dialect],
      headers: exchange.requestHeaders.map(([name, value]) => [name, value]),
      body: exchange.request,
      forwarded: null,
    },
    response: { status: last.status === 0 ? null : last.status, headers: last.headers.map(([name, value]) => [name, value]) },
    frames: framesOf(exchange, replies),
    assembled,
    entries: [...entries],
  };
}

function framesOf(exchange: RecordedExchange, replies: readonly RecordedExchange['upstream'][]): TurnDetail['frames'] {
  const rows = replies.flatMap(({ chunks }, attempt) => frameRows('upstream', attempt, Buffer.concat(chunks), [timeOf(exchange.at), 0]));
  if (rows.length <= maxFrames) return rows;
  const more = {
    at: exchange.at,
    attempt: 0,
    direction: 'upstream' as const,
    text: `(${rows.length - maxFrames} more frames are in the file)`,
  };
  return [...rows.slice(0, maxFrames), more];
}

const ofEntries = (turn: string, entries: readonly JournalEntry[], fileName: string): TurnDetail => ({
  turn: rowOfEntries(turn, entries, fileName),
  request: { method: 'POST', path: pathOf(entries) ?? '', headers: [], body: '', forwarded: null },
  response: { status: null, headers: [] },
  frames: [],
  assembled: null,
  entries: [...entries],
});

const pathOf = (entries: readonly JournalEntry[]): string | undefined => {
  const started = entries.find((entry) => entry.type === 'turn-started');
  return started !== undefined && 'path' in started ? String(started.path) : undefined;
};

/** Entries of a file are checked in their heads only: of their bodies nothing is believed that is not of the kind it should be. */
function rowOfEntries(turn: string, entries: readonly JournalEntry[], fileName: string): TurnRow {
  const started = bodyOf(entries, 'turn-started');
  const ended = bodyOf(entries, 'turn-ended');
  const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 500) : '');
  const number = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
  const first = entries[0];
  return {
    turn,
    session: first === undefined || first.session === '' ? fileName : first.session,
    thread: first?.thread ?? '',
    at: timeOf(first?.at ?? 0),
    dialect: text(started['dialect']),
    model: text(started['model']),
    agent: text(started['agent']),
    upstream: text(started['upstream']),
    title: text(started['title']),
    outcome: ended['outcome'] === undefined ? null : text(ended['outcome']),
    reason: ended['reason'] === undefined ? null : text(ended['reason']),
    status: number(ended['status']),
    finish: ended['finish'] === undefined ? null : text(ended['finish']),
    durationMs: number(ended['durationMs']),
    firstByteMs: number(ended['firstByteMs']),
    calls: number(ended['calls']) ?? 0,
    reasks: number(ended['reasks']) ?? 0,
    side: started['side'] === true,
  };
}

const bodyOf = (entries: readonly JournalEntry[], type: JournalEntry['type']): Readonly<Record<string, unknown>> =>
  (entries.find((entry) => entry.type === type) ?? {}) as Readonly<Record<string, unknown>>;

function modelOf(request: string): string {
  const model = parsed(request)['model'];
  return typeof model === 'string' ? model.slice(0, 200) : '';
}

function titleOf({ dialect, request }: RecordedExchange): string {
  const decoded = codecs[dialect].decodeRequest(parsed(request), request);
  const said = decoded.ok ? decoded.value.history.findLast((item) => item.type === 'user' && item.text.trim() !== '') : undefined;
  return said !== undefined && said.type === 'user' ? said.text.trim().slice(0, 200) : '';
}

function parsed(text: string): ReturnType<typeof JSON.parse> & Record<string, never> {
  try {
    const value: unknown = JSON.parse(text);
    return (isJsonObject(value) ? value : {}) as Record<string, never>;
  } catch {
    return {};
  }
}
