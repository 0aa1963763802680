import type { OutChunk } from '../dialect/dialect.ts';
import type { LeakVerdict } from '../leak/leak-verdict.ts';
import { readRaw } from '../turn/raw-text.ts';
import type { RuledCall } from './decide-reply.ts';
import type { Effect } from './effect.ts';
import { releaseProse } from './frame-queue.ts';
import { replyOf } from './judge-reply.ts';
import { cutError, declinedError } from './lane-errors.ts';
import { declinedGuidance, NEUTRAL, UNFINISHED } from './reask-guidance.ts';
import { failReply, releaseAsItCame } from './release-reply.ts';
import type { ReplyReader } from './reply-reader.ts';
import type { ReadReply, Step, TurnBooks } from './turn-books.ts';

type Answers = readonly { readonly callId: string; readonly name: string; readonly text: string }[];

/** Writes the request of a re-ask (wire 3.7). `answers` per native call; else `guidance` becomes a user message. */
export function askAgain(
  books: TurnBooks,
  reader: ReplyReader,
  cause: string,
  guidance: string,
  answers: Answers,
  effects: readonly Effect[],
): Step {
  books.reasks += 1;
  const body = books.context.codec.encodeReask(readRaw(books.context.sentBody), {
    reply: replyOf(reader),
    sources: reader.sources,
    answers,
    userText: answers.length > 0 ? undefined : guidance,
  });
  return { effects, out: [], next: { type: 'ask', body, cause, guidance } };
}

/** A plain attempt that may not be dispatched: asked again once with guidance, then cut (contract 2.3 "Refuse"). */
export function refuseLeak(
  books: TurnBooks,
  reply: ReadReply,
  verdict: LeakVerdict & { readonly type: 'refuse' },
  effects: readonly Effect[],
): Step {
  const detail = `the model wrote a tool call as text that can't be dispatched (${verdict.reason}).`;
  if (books.spent) {
    books.note('cut', verdict.reason);
    return failReply(reply, cutError(detail, books.context.cutBefore), effects);
  }
  books.note('reask', verdict.reason);
  books.ask = { type: 'refused', reader: reply.reader, detail };
  return askAgain(books, reply.reader, `refused:${verdict.reason}`, verdict.guidance, [], effects);
}

/** The operator declined every call: the model is told why, once; then the turn ends (contract 2.3 "Held"). `answers`: one per native call. */
export function declineCalls(
  books: TurnBooks,
  reply: ReadReply,
  rejected: readonly { readonly name: string; readonly arguments: string }[],
  reason: string | undefined,
  answers: Answers,
  effects: readonly Effect[],
): Step {
  if (books.spent) {
    books.note('cut');
    return failReply(reply, declinedError(reason), effects);
  }
  books.ask = { type: 'declined', reader: reply.reader, reason, rejected };
  return askAgain(books, reply.reader, 'declined', declinedGuidance(rejected.length, reason), answers, effects);
}

/** A common leak that nobody decided: asked once in neutral words; the original text is kept ready. */
export function askNeutrally(books: TurnBooks, reply: ReadReply, effects: readonly Effect[]): Step {
  if (books.spent || books.context.settings['approval.onExpiry'] === 'text') return releaseAsItCame(books, reply, effects);
  books.ask = { type: 'neutral', reader: reply.reader };
  return askAgain(books, reply.reader, 'neutral', NEUTRAL, [], effects);
}

/**
 * True when a reply that broke off inside its calls may be continued by asking again (wire 3.5 "only incomplete calls"): the client has text
 * already, and an error after that ends some agents; no call of it has left. Before that an HTTP error does: agents send it again themselves.
 */
export function mayContinue(books: TurnBooks, reader: ReplyReader, ruled: readonly RuledCall[]): boolean {
  const named = ruled.length > 0 && ruled.every(({ call }) => call.id !== '' && call.name !== '');
  const allWithheld = ruled.length === reader.state.calls.size;
  const barred = reader.choices.some((choice) => choice.refusal || choice.finish !== undefined);
  return !books.spent && reader.begun && named && allWithheld && !barred && books.context.request.choices === 1;
}

/** Asks for the calls that the upstream did not finish; the answer continues the client's reply (wire 3.7). */
export function continueBroken(books: TurnBooks, reader: ReplyReader, ruled: readonly RuledCall[], effects: readonly Effect[]): Step {
  books.note('reask');
  books.ask = { type: 'broken', reader, detail: 'the model endpoint ended the reply inside a tool call.' };
  const answers = ruled.map(({ call }) => ({ callId: call.id, name: call.name, text: UNFINISHED }));
  return askAgain(books, reader, 'broke off', UNFINISHED, answers, effects);
}

/** The model could not be asked again. */
export function askFailed(books: TurnBooks, encoder: ReadReply['encoder'], detail: string): Step {
  const { ask } = books;
  if (ask === undefined) return { effects: [], out: [], next: { type: 'end' } };
  const reply = { reader: ask.reader, encoder };
  if (ask.type === 'neutral') return releaseAsItCame(books, reply, []);
  if (ask.type === 'loop') return failReply(reply, ask.error, []);
  if (ask.type === 'broken') books.note('cut');
  if (ask.type === 'declined') return failReply(reply, declinedError(ask.reason), []);
  return failReply(reply, cutError(`${ask.detail} The model could not be asked again (${detail}).`, books.context.cutBefore), []);
}

/** The answer continues the client's reply (wire 3.7): of what was withheld of the faulty one only prose in front of its markup leaves. */
export function continueAfter({ reader, encoder }: ReadReply): readonly OutChunk[] {
  const out: OutChunk[] = [];
  releaseProse(reader.queue.drain(), encoder, (choice) => reader.releasable(choice), out);
  const signed = reader.choices.some((choice) => choice.signed);
  encoder.continueReply({ dropReasoning: signed, firstUsage: reader.state.usage });
  return out;
}
