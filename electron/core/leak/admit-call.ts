import type { CheckResult, Span } from '../../../shared/approval.ts';
import type { Json, JsonObject } from '../../../shared/json.ts';
import type { AdmissionReason, FormatClass } from '../../../shared/vocabulary.ts';
import { LEAD_IN, isLeadIn, MOST_PROSE_BEFORE } from '../text/prose-ratio.ts';
import { blankRequired, checkArguments } from '../turn/check-arguments.ts';
import { exampleBefore } from './example-before.ts';
import { argumentsProblem } from './json-call.ts';
import type { ParsedCall } from './leak-format.ts';
import type { Candidate, CandidateCall, ReplyContext } from './leak-verdict.ts';
import type { Region } from './region.ts';
import type { ReplyView } from './reply-view.ts';

/** What one check found. `code` names the failure; a check that has several (2.3, rows 1 and 2) chooses. */
type Finding = Omit<CheckResult, 'number'>;

interface AdmissionCheck {
  readonly number: number;
  readonly run: (region: Region, view: ReplyView) => Finding;
}

/** The ordered checks of contract 2.3. All are run; the first that fails names the candidate's reason. */
export const ADMISSION_CHECKS: readonly AdmissionCheck[] = [
  { number: 1, run: markupPresent },
  { number: 2, run: notQuoted },
  { number: 3, run: noNativeCall },
  { number: 4, run: complete },
  { number: 5, run: wellFormed },
  { number: 6, run: oneReading },
  { number: 7, run: allAdvertised },
  { number: 8, run: argumentsDecode },
  { number: 9, run: schemaHolds },
  { number: 10, run: inTheReply },
  { number: 11, run: isTheReply },
  { number: 12, run: noExampleTalk },
  { number: 13, run: privateSyntax },
  { number: 14, run: withinBounds },
];

/** Runs every check on one candidate. */
export function admitCandidate(region: Region, view: ReplyView): Candidate {
  const checks = ADMISSION_CHECKS.map(({ number, run }): CheckResult => ({ number, ...run(region, view) }));
  const failed = checks.find((check) => check.state === 'failed');
  return {
    format: region.format.id,
    span: { start: region.envelope.start, end: region.envelope.end },
    calls: callsOf(region)
      .filter((call) => call.arguments !== undefined)
      .map(toCandidateCall),
    checks,
    reason: failed?.code ?? 'ok',
  };
}

/** The class that counts here: the format's, unless the operator's switches or a degraded spelling say otherwise. */
export function effectiveClass(region: Region, context: ReplyContext): FormatClass {
  if (context.mode === 'ask') return 'common';
  const chosen = context.formatSwitch(region.format.id);
  if (chosen === 'ask') return 'common';
  if (region.envelope.status === 'complete' && region.envelope.degraded) return 'common';
  return chosen === 'auto' ? 'private' : region.format.class;
}

const callsOf = (region: Region): readonly ParsedCall[] => (region.envelope.status === 'complete' ? region.envelope.calls : []);
const namesOf = (region: Region): readonly string[] =>
  region.envelope.status === 'complete' ? region.envelope.calls.map((call) => call.name) : region.envelope.names;
/** Let go at its opener, or before its end: what it says was not read. */
const isUnread = (region: Region): boolean =>
  region.envelope.status === 'incomplete' && region.released !== undefined && region.released !== 'prose' && region.released !== 'thought';

function toCandidateCall(call: ParsedCall): CandidateCall {
  return { name: call.name, arguments: call.arguments ?? '', readings: call.otherReadings, nativeId: call.nativeId };
}

const passed = (code: AdmissionReason, evidence: string, span?: Span): Finding => ({ code, state: 'passed', evidence, span });
const failed = (code: AdmissionReason, evidence: string, span?: Span): Finding => ({ code, state: 'failed', evidence, span });
const skipped = (code: AdmissionReason, evidence: string): Finding => ({ code, state: 'skipped', evidence });

function markupPresent(region: Region): Finding {
  return passed('no_tags', `markup of ${region.format.title} was found`, { start: region.envelope.start, end: region.envelope.end });
}

function notQuoted(region: Region): Finding {
  const span = { start: region.envelope.start, end: region.envelope.end };
  if (region.released === 'fenced') return failed('fenced', 'it stands inside a code fence', span);
  if (region.released === 'quoted') return failed('quoted', 'it stands inside inline code, a quotation or a comment', span);
  return passed('quoted', 'it stands outside fences, code and quotations');
}

function noNativeCall(_region: Region, view: ReplyView): Finding {
  return view.context.hasNativeCall
    ? failed('dual_protocol', 'the reply also holds a native call')
    : passed('dual_protocol', 'the reply holds no native call');
}

function complete(region: Region): Finding {
  if (isUnread(region)) return skipped('incomplete', 'it was not read further');
  const { envelope } = region;
  const end = { start: Math.max(envelope.start, envelope.end - 40), end: envelope.end };
  return envelope.status === 'incomplete'
    ? failed('incomplete', 'the text ends before the call does', end)
    : passed('incomplete', 'the envelope is closed', end);
}

function wellFormed(region: Region, view: ReplyView): Finding {
  const { envelope } = region;
  // One bad call refuses the reply: its whole siblings are not salvaged.
  if (view.unread !== undefined && region.released === undefined)
    return failed('shape', 'an opener before it begins nothing that can be read, or the remains of a call stand there', view.unread);
  if (envelope.status === 'incomplete') return skipped('shape', 'the envelope is not whole');
  if (envelope.status === 'malformed' && envelope.code === 'shape')
    return failed('shape', envelope.detail, { start: envelope.start, end: envelope.end });
  if (envelope.status === 'complete' && envelope.degraded) return passed('shape', 'a listed degraded spelling');
  return passed('shape', 'a listed spelling');
}

function oneReading(region: Region, view: ReplyView): Finding {
  const several = callsOf(region).find((call) => call.otherReadings.length > 0);
  if (several !== undefined)
    return failed('ambiguous', `the arguments of ${several.name} can be read in ${several.otherReadings.length + 1} ways`, several.span);
  const all = view.live.flatMap(callsOf).length;
  if (view.context.singleCall && all > 1) return failed('ambiguous', `the request allows one call, the reply holds ${all}`);
  return callsOf(region).length === 0 ? skipped('ambiguous', 'no call was read') : passed('ambiguous', 'there is one reading');
}

function allAdvertised(region: Region, view: ReplyView): Finding {
  if (isUnread(region)) return skipped('unadvertised', 'it was not read further');
  // One foreign name anywhere refuses the whole reply: its other candidates fail with it.
  const names = [...namesOf(region), ...view.live.flatMap(namesOf)];
  const foreign = names.find((name) => !view.context.tools.some((tool) => tool.name === name && tool.kind === 'function'));
  if (foreign !== undefined)
    return failed('unadvertised', `${JSON.stringify(foreign.slice(0, 80))} is not a function that this request offers`);
  return names.length === 0 ? skipped('unadvertised', 'no name was read') : passed('unadvertised', 'every name is offered');
}

function argumentsDecode(region: Region): Finding {
  const { envelope } = region;
  if (envelope.status === 'malformed' && envelope.code === 'bad_arguments')
    return failed('bad_arguments', envelope.detail, { start: envelope.start, end: envelope.end });
  if (envelope.status !== 'complete') return skipped('bad_arguments', 'no call was read');
  for (const call of envelope.calls) {
    const problem = problemOf(call);
    if (problem !== undefined) return failed('bad_arguments', `${call.name}: ${problem}`, call.span);
  }
  return passed('bad_arguments', 'the arguments are one JSON object each');
}

function problemOf(call: ParsedCall): string | undefined {
  if (call.arguments === undefined) return call.argumentsError ?? 'the arguments can not be read';
  return (
    argumentsProblem(call.arguments) ?? (overflows(JSON.parse(call.arguments) as Json) ? 'a number is too large to be read' : undefined)
  );
}

function schemaHolds(region: Region, view: ReplyView): Finding {
  const calls = callsOf(region);
  if (calls.length === 0) return skipped('schema', 'no call was read');
  for (const call of calls) {
    const tool = view.context.tools.find((known) => known.name === call.name);
    const value = decode(call.arguments);
    if (tool === undefined || value === undefined) return skipped('schema', 'nothing to compare');
    const issue = checkArguments(tool.schema, value)[0];
    if (issue !== undefined) return failed('schema', `${call.name}${issue.pointer}: ${issue.message}`, call.span);
    const blank = blankRequired(tool.schema, value)[0];
    if (blank !== undefined) return failed('schema', `${call.name}: ${blank} is required and blank`, call.span);
  }
  return passed('schema', 'the arguments satisfy the schema');
}

function inTheReply(region: Region): Finding {
  if (region.inThought) return failed('reasoning', 'it stands in reasoning');
  return passed('reasoning', 'it stands in the reply');
}

function isTheReply(region: Region, view: ReplyView): Finding {
  if (region.released === 'prose') return failed('prose', 'text that answers follows it');
  if (region.released !== undefined) return skipped('prose', 'it was let go before the reply ended');
  const fake = view.fabricated[0];
  if (fake !== undefined) return failed('prose', 'a result that the model wrote itself follows it', fake);
  if (view.after !== undefined) return failed('prose', 'other text stands behind or in it', view.after);
  const { before, share } = view.prose;
  const words = `${before} characters of prose before it, ${Math.round(share * 100)} % of the reply`;
  return isLeadIn(view.prose, view.context.proseCeiling)
    ? passed('prose', words)
    : failed('prose', `${words} (at most ${MOST_PROSE_BEFORE}; above ${LEAD_IN} at most ${view.context.proseCeiling})`);
}

function noExampleTalk(region: Region, view: ReplyView): Finding {
  const { start } = region.envelope;
  const before = [...view.facts.regions.map(({ envelope }) => envelope.end), view.unread?.end ?? 0].filter((end) => end <= start);
  const said = exampleBefore(view.facts.text, start, Math.max(0, ...before), region.inThought);
  return said === undefined
    ? passed('example', 'nothing announces an example')
    : failed('example', `“${said.phrase}” stands right before it`, { start: said.start, end: said.end });
}

function privateSyntax(region: Region, view: ReplyView): Finding {
  if (region.released === 'off' && view.context.mode !== 'off') return failed('common', 'this format is switched off');
  if (effectiveClass(region, view.context) === 'private') return passed('common', 'its delimiters are not typed by people');
  const why =
    view.context.mode === 'ask' || view.context.formatSwitch(region.format.id) === 'ask'
      ? 'the settings ask before such a call'
      : 'people also write this syntax';
  return failed('common', why);
}

function withinBounds(region: Region, view: ReplyView): Finding {
  return region.released === 'too_large'
    ? failed('too_large', `more than ${view.context.maxHeldBytes} bytes would have been held, or too many markers began nothing`)
    : passed('too_large', 'its size is within bounds');
}

/** A number like 1e400: readers disagree on what it is (infinity, null, an error). */
function overflows(value: Json | undefined): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((member) => overflows(member));
}

/** The arguments as an object; undefined where check 8 fails. */
function decode(text: string | undefined): JsonObject | undefined {
  if (text === undefined || argumentsProblem(text) !== undefined) return undefined;
  return JSON.parse(text) as JsonObject;
}
