import type { TurnRow } from '../../../shared/ipc/contract.ts';
import type { EntryCall, JournalEntry } from '../../../shared/journal-entry.ts';
import { spanIdOf, traceIdOf } from './export-ids.ts';

/** OTLP/JSON as the protocol defines it: 64-bit numbers are text, ids are hex. */
export interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values: readonly OtlpValue[] };
}
export interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}
export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1 internal, 3 client. */
  readonly kind: 1 | 3;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly events: readonly { readonly timeUnixNano: string; readonly name: string; readonly attributes: readonly OtlpAttribute[] }[];
  /** 0 unset, 2 error. */
  readonly status: { readonly code: 0 | 2; readonly message?: string };
}

/** What a chat span is made of. */
export interface ChatTurn {
  readonly row: TurnRow;
  readonly entries: readonly JournalEntry[];
  /** The reply and the call's arguments; only where content may leave. */
  readonly content:
    | { readonly text: string; readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[] }
    | undefined;
}

/** Milliseconds as nanoseconds, without losing digits. */
export const nanos = (milliseconds: number): string => `${Math.round(milliseconds)}000000`;

const text = (key: string, value: string): OtlpAttribute => ({ key, value: { stringValue: value } });
const whole = (key: string, value: number): OtlpAttribute => ({ key, value: { intValue: String(Math.round(value)) } });
const real = (key: string, value: number): OtlpAttribute => ({ key, value: { doubleValue: value } });

/** Names of `gen_ai.provider.name` by dialect: the wire API is what is known of a provider here. */
const providers: Readonly<Record<string, string>> = {
  'openai-chat': 'openai',
  'openai-responses': 'openai',
  'anthropic-messages': 'anthropic',
};

/** Resource attributes of every batch. */
export const resourceOf = (version: string): { readonly attributes: readonly OtlpAttribute[] } => ({
  attributes: [text('service.name', 'signalbox'), text('service.version', version)],
});

/** The `chat` span of a turn (GenAI semantic conventions). */
export function chatSpan({ row, entries, content }: ChatTurn): OtlpSpan {
  const ended = entries.findLast((entry) => entry.type === 'turn-ended');
  const usage = ended?.usage ?? {};
  const error = ended?.error?.code ?? (row.status !== null && row.status >= 400 ? String(row.status) : undefined);
  const attributes = [
    text('gen_ai.operation.name', 'chat'),
    text('gen_ai.provider.name', providers[row.dialect] ?? row.dialect),
    text('gen_ai.request.model', row.model),
    text('gen_ai.conversation.id', row.session),
    ...(row.finish === null || row.finish === '' ? [] : [list('gen_ai.response.finish_reasons', [row.finish])]),
    ...(usage.input === undefined ? [] : [whole('gen_ai.usage.input_tokens', usage.input)]),
    ...(usage.output === undefined ? [] : [whole('gen_ai.usage.output_tokens', usage.output)]),
    ...(row.firstByteMs === null ? [] : [real('gen_ai.response.time_to_first_chunk', row.firstByteMs / 1000)]),
    ...(row.status === null ? [] : [whole('http.response.status_code', row.status)]),
    ...(error === undefined ? [] : [text('error.type', error)]),
    text('signalbox.turn', row.turn),
    text('signalbox.thread', row.thread),
    text('signalbox.agent', row.agent),
    text('signalbox.upstream', row.upstream),
    text('signalbox.dialect', row.dialect),
    ...(row.outcome === null ? [] : [text('signalbox.outcome', row.outcome)]),
    ...(row.reason === null ? [] : [text('signalbox.reason', row.reason)]),
    whole('signalbox.reasks', row.reasks),
    ...(content === undefined ? [] : [text('gen_ai.output.messages', outputOf(content, row.finish ?? ''))]),
  ];
  return {
    traceId: traceIdOf(row.session),
    spanId: spanIdOf(row.turn, 'chat'),
    name: `chat ${row.model}`,
    kind: 3,
    startTimeUnixNano: nanos(row.at),
    endTimeUnixNano: nanos(row.at + (row.durationMs ?? 0)),
    attributes,
    events: entries.flatMap(eventOf),
    // An endpoint's words may quote what it was sent: they go along only where content may.
    status:
      error === undefined ? { code: 0 } : { code: 2, message: content === undefined ? error : (ended?.error?.message ?? `HTTP ${error}`) },
  };
}

/** A call that went to the agent, until its result came back. */
export interface RunCall {
  readonly row: TurnRow;
  readonly call: EntryCall;
  readonly state: string;
  readonly from: number;
  readonly until: number;
  readonly error: string | undefined;
  readonly withContent: boolean;
}

/** The `execute_tool` span of a call: the agent runs it, so its end is when its result was first seen. */
export function toolSpan({ row, call, state, from, until, error, withContent }: RunCall): OtlpSpan {
  return {
    traceId: traceIdOf(row.session),
    spanId: spanIdOf(row.turn, 'call', call.key),
    parentSpanId: spanIdOf(row.turn, 'chat'),
    name: `execute_tool ${call.name}`,
    kind: 1,
    startTimeUnixNano: nanos(from),
    endTimeUnixNano: nanos(Math.max(from, until)),
    attributes: [
      text('gen_ai.operation.name', 'execute_tool'),
      text('gen_ai.tool.name', call.name),
      text('gen_ai.tool.call.id', call.id),
      text('gen_ai.tool.type', 'function'),
      text('gen_ai.conversation.id', row.session),
      text('signalbox.turn', row.turn),
      text('signalbox.state', state),
      ...(withContent ? [text('gen_ai.tool.call.arguments', call.arguments)] : []),
      ...(error === undefined ? [] : [text('error.type', error)]),
    ],
    events: [],
    status: error === undefined ? { code: 0 } : { code: 2, message: error },
  };
}

const list = (key: string, values: readonly string[]): OtlpAttribute => ({
  key,
  value: { arrayValue: { values: values.map((stringValue) => ({ stringValue })) } },
});

function outputOf({ text: said, calls }: NonNullable<ChatTurn['content']>, finish: string): string {
  const parts = [
    ...(said === '' ? [] : [{ type: 'text', content: said }]),
    ...calls.map(({ id, name, arguments: given }) => ({ type: 'tool_call', id, name, arguments: given })),
  ];
  return JSON.stringify([{ role: 'assistant', parts, finish_reason: finish }]);
}

/** What acted in the turn, as span events: codes and names, no content. */
function eventOf(entry: JournalEntry): OtlpSpan['events'] {
  const event = (...attributes: readonly OtlpAttribute[]): OtlpSpan['events'] => [
    { timeUnixNano: nanos(entry.at), name: `signalbox.${entry.type}`, attributes },
  ];
  switch (entry.type) {
    case 'tool-call-recovered':
      return event(text('gen_ai.tool.name', entry.call.name), text('signalbox.format', entry.format));
    case 'tool-call-healed':
      return event(text('gen_ai.tool.name', entry.call.name), text('signalbox.rule', entry.rule));
    case 'tool-call-held':
      return event(text('gen_ai.tool.name', entry.call.name), text('signalbox.reason', entry.approval.reason));
    case 'approval-settled':
      return event(text('signalbox.verdict', entry.verdict), text('signalbox.by', entry.by));
    case 'tool-call-refused':
    case 'leak-passed':
      return event(text('signalbox.reason', entry.reason), text('signalbox.format', entry.format));
    case 'tool-call-cancelled':
      return event(text('gen_ai.tool.name', entry.call.name));
    case 'fault-classified':
      return event(
        text('gen_ai.tool.name', entry.tool),
        text('signalbox.pattern', entry.pattern),
        whole('signalbox.occurrence', entry.occurrence),
      );
    case 'circuit-opened':
      return event(text('signalbox.pattern', entry.pattern), whole('signalbox.occurrences', entry.occurrences));
    case 'loop-detected':
      return event(text('signalbox.kind', entry.kind), whole('signalbox.count', entry.count));
    case 'reask-sent':
      return event(whole('signalbox.attempt', entry.attempt));
    case 'upstream-failed':
      return event(text('error.type', entry.cause), whole('http.response.status_code', entry.status));
    default:
      return [];
  }
}
