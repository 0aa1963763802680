import { isJsonObject } from '../../../shared/json.ts';
import type { Dialect, FinishReason } from '../../../shared/vocabulary.ts';
import { objectOf, parseObject, textOf as textOfValue } from '../dialect/wire-values.ts';
import { sameCall } from './asked.ts';
import type { Decision, ReplyEnd, RuledCall } from './decide-reply.ts';
import type { QueuedFrame } from './frame-queue.ts';
import type { UpstreamEnd } from './lane-input.ts';
import type { ReleasePlan } from './release-plan.ts';
import type { ReplyReader } from './reply-reader.ts';

/** How the lane saw the reply end: by its terminator, an error inside it, or the upstream's end. */
export type ReplyEnding = UpstreamEnd | 'terminated' | 'error';

/** Whether the reply is whole: by its terminator, or by a real finish before the stream ended (wire 3.5). */
export function endOf(how: ReplyEnding, reader: ReplyReader): ReplyEnd {
  if (how === 'error') return 'error';
  if (how === 'terminated') return reader.hollow ? 'cut' : 'whole';
  const choices = reader.choices;
  const finished = reader.state.ended || (choices.length > 0 && choices.every((choice) => choice.finish !== undefined));
  if (finished) return 'whole';
  return how === 'stalled' ? 'stalled' : 'cut';
}

/** The finish reason that has to be written because the reply has none although calls leave. */
export function finishMissing(reader: ReplyReader, plan: ReleasePlan): FinishReason | undefined {
  for (const choice of reader.choices)
    if (choice.finish === undefined && plan.finish.has(choice.choice)) return plan.finish.get(choice.choice);
  return undefined;
}

/**
 * Under a broken end only complete calls leave: those whose arguments are one JSON object as they stand. A text that would have to be
 * mended may as well be a piece of what was still to come.
 */
export const onlyRunnable = (ruled: RuledCall): RuledCall =>
  ruled.ruling.type === 'deliver' || (ruled.ruling.type === 'replace' && isObjectText(ruled.call.arguments))
    ? ruled
    : { call: ruled.call, ruling: { type: 'cancel', cause: 'the stream broke off' } };

function isObjectText(text: string): boolean {
  try {
    return text === '' || isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** The upstream's own error object, where the frame is one in the dialect's shape: it can be the body of an HTTP error as it stands. */
export function errorBodyOf(frame: QueuedFrame | undefined, dialect: Dialect): string | undefined {
  const data = frame?.sourced.frame.data;
  const body = data === undefined ? undefined : parseObject(data);
  const error = objectOf(body?.['error']);
  if (typeof error?.['message'] !== 'string' || body?.['choices'] !== undefined) return undefined;
  const shaped = dialect === 'anthropic-messages' ? body?.['type'] === 'error' && textOfValue(error['type']) !== '' : true;
  return shaped ? data : undefined;
}

/** Neither text nor a call: after a reply that broke off that is no end of it. */
export const saysNothing = (reader: ReplyReader): boolean =>
  reader.state.calls.size === 0 && reader.choices.every((choice) => choice.blank);

export const textOf = (reader: ReplyReader, choice: number): string => reader.state.choices.get(choice)?.text.text() ?? '';
export const reasoningOf = (reader: ReplyReader, choice: number): string => reader.state.choices.get(choice)?.reasoning.join('') ?? '';

/** True when the reply holds a call that the operator has just declined. */
export function repeats(
  rejected: readonly { readonly name: string; readonly arguments: string }[],
  decision: Decision,
  ruled: readonly RuledCall[],
): boolean {
  const calls = [
    ...ruled.map(({ call }) => call),
    ...(decision.type === 'hold-leak' ? decision.verdict.calls : []),
    ...(decision.type === 'recover' ? [...decision.verdicts.values()].flatMap((verdict) => verdict.calls) : []),
  ];
  return calls.some((call) => rejected.some((other) => sameCall(call, other)));
}
