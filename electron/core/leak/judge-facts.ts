import type { AdmissionReason } from '../../../shared/vocabulary.ts';
import { admitCandidate, effectiveClass } from './admit-call.ts';
import type { Candidate, LeakVerdict, ReplyContext } from './leak-verdict.ts';
import { isMarkerMention } from './marker-mention.ts';
import { guidanceFor } from './refusal-guidance.ts';
import type { Region, ScanFacts } from './region.ts';
import { keptSpans, type ReplyView, viewReply } from './reply-view.ts';
import { isBlank } from './reply-marks.ts';

/** Failures after which nothing is shown to the operator: the model is asked again, or the text passes (contract 2.3 "Refuse"). */
const REFUSING: readonly AdmissionReason[] = ['incomplete', 'shape', 'unadvertised', 'bad_arguments'];
/** Dual protocol: longer texts are never stripped (contract 2.3 check 3). */
const LONGEST_STRIPPED = 10_000;

/** One verdict for a reply from what the scan found. `scanReasoning` reads the separate reasoning channel where it matters. */
export function judgeFacts(facts: ScanFacts, context: ReplyContext, scanReasoning: (text: string) => ScanFacts): LeakVerdict {
  if (context.tools.length === 0) return { type: 'pass', reason: 'no_tools', candidates: [] };
  const view = viewReply(facts, context);
  const candidates = facts.regions.map((region) => admitCandidate(region, view));
  if (context.barred) return pass(view, candidates);
  if (context.hasNativeCall) return dualProtocol(view, candidates);
  if (context.mode === 'off') return pass(view, candidates);
  if (view.live.length > 0) return judgeLive(view, candidates);
  if (isEmpty(facts.text) && context.reasoning.trim() !== '') return judgeReasoning(view, candidates, scanReasoning(context.reasoning));
  return pass(view, candidates);
}

function pass(view: ReplyView, candidates: readonly Candidate[], code?: AdmissionReason): LeakVerdict {
  const first = candidates.find((candidate) => candidate.reason !== 'ok');
  const none = isEmpty(view.facts.text) ? 'no_text' : 'no_tags';
  return { type: 'pass', reason: code ?? first?.reason ?? none, candidates };
}

function judgeLive(view: ReplyView, candidates: readonly Candidate[]): LeakVerdict {
  const { facts, context, live } = view;
  const own = candidates.filter((_candidate, index) => facts.regions[index]?.released === undefined);
  const failing = new Set(
    own.flatMap((candidate) => candidate.checks.filter((check) => check.state === 'failed').map((check) => check.code)),
  );
  const refusing = REFUSING.find((code) => failing.has(code));
  if (refusing !== undefined && onlyMentions(view, own)) return pass(view, candidates, 'prose');
  if (refusing !== undefined) return refuse(view, candidates, refusing, failing);
  const calls = own.flatMap((candidate) => candidate.calls);
  const keep = keptSpans(facts, live);
  const reason = firstFailing(own);
  if (reason === 'ok') return { type: 'recover', reason: 'ok', candidates, calls, keep };
  if (context.manyChoices) return pass(view, candidates, reason);
  if (failing.has('reasoning') && !(view.empty && view.after === undefined)) return pass(view, candidates, 'reasoning');
  if (live.some((region) => region.format.alone !== undefined) && isListing(view, failing))
    return pass(view, candidates, live.some((region) => region.format.fence === true) ? 'fenced' : 'prose');
  return { type: 'hold', reason, candidates, calls, keep, onExpiry: onExpiry(failing), fromReasoning: false };
}

/** All that would be refused are markers named in a sentence: they pass as the prose they are. */
const onlyMentions = ({ live, facts, context }: ReplyView, own: readonly Candidate[]): boolean =>
  live.every(
    (region, index) =>
      isMarkerMention(region, facts.text, context.tools) ||
      !own[index]?.checks.some((check) => check.state === 'failed' && REFUSING.includes(check.code)),
  );

/** A weak envelope that an example announces, or with prose on both sides, is a listing. */
const isListing = (view: ReplyView, failing: ReadonlySet<AdmissionReason>): boolean =>
  failing.has('example') || (view.prose.before > 0 && view.after !== undefined);

function refuse(
  view: ReplyView,
  candidates: readonly Candidate[],
  code: AdmissionReason,
  failing: ReadonlySet<AdmissionReason>,
): LeakVerdict {
  const plain = !failing.has('prose') && !failing.has('example') && !failing.has('reasoning');
  if (!plain || view.context.manyChoices) return pass(view, candidates, code);
  return { type: 'refuse', reason: code, candidates, guidance: guidanceFor(code) };
}

/** The reason of the reply: the earliest failed check of any candidate. */
function firstFailing(candidates: readonly Candidate[]): AdmissionReason {
  let first: { readonly number: number; readonly code: AdmissionReason } | undefined;
  for (const candidate of candidates) {
    const failed = candidate.checks.find((check) => check.state === 'failed');
    if (failed !== undefined && (first === undefined || failed.number < first.number)) first = failed;
  }
  return first?.code ?? 'ok';
}

/** What happens without a verdict (contract 2.3 "Held"). A refusal needs checks 11 and 12, here as elsewhere. */
function onExpiry(failing: ReadonlySet<AdmissionReason>): 'refuse' | 'neutral-reask' | 'text' {
  if (failing.has('prose') || failing.has('example') || failing.has('reasoning')) return 'text';
  return failing.has('schema') || failing.has('ambiguous') ? 'refuse' : 'neutral-reask';
}

/** Contract 2.3 check 3: complete private envelopes that name advertised tools leave the text; everything else passes. */
function dualProtocol(view: ReplyView, candidates: readonly Candidate[]): LeakVerdict {
  const { facts, context, live } = view;
  const taken =
    facts.text.length > LONGEST_STRIPPED || context.mode === 'off' ? [] : live.filter((region) => isPlainEnvelope(region, context));
  if (taken.length === 0) return pass(view, candidates, live.length > 0 ? 'dual_protocol' : undefined);
  // All other text passes, what looks like a result included: no call of this text is delivered that it could be the result of.
  return { type: 'strip', reason: 'dual_protocol', candidates, keep: keptSpans({ ...facts, fabricated: [] }, taken) };
}

function isPlainEnvelope(region: Region, context: ReplyContext): boolean {
  const { envelope } = region;
  if (envelope.status !== 'complete' || region.inThought || effectiveClass(region, context) !== 'private') return false;
  return envelope.calls.every((call) => context.tools.some((tool) => tool.name === call.name && tool.kind === 'function'));
}

/** Contract 2.3 check 10: a whole call that ends the reasoning of an empty reply may be meant; nothing is glued from both channels. */
function judgeReasoning(reply: ReplyView, candidates: readonly Candidate[], facts: ScanFacts): LeakVerdict {
  const thought: ScanFacts = { ...facts, regions: facts.regions.map((region) => ({ ...region, inThought: true })) };
  const view = viewReply(thought, reply.context);
  const found = view.live.map((region) => admitCandidate(region, view));
  const all = [...candidates, ...found];
  if (found.length === 0) return pass(reply, candidates);
  const failing = new Set(
    found.flatMap((candidate) =>
      candidate.checks.filter((check) => check.state === 'failed' && check.number < 10).map((check) => check.code),
    ),
  );
  const terminal = view.after === undefined && view.fabricated.length === 0;
  const privateOnly = view.live.every((region) => region.format.class === 'private');
  if (failing.size > 0 || !terminal || !privateOnly || reply.context.manyChoices) return pass(reply, all, 'reasoning');
  const keep = reply.facts.text.length === 0 ? [] : [{ start: 0, end: reply.facts.text.length }];
  return {
    type: 'hold',
    reason: 'reasoning',
    candidates: all,
    calls: found.flatMap((candidate) => candidate.calls),
    keep,
    onExpiry: 'text',
    fromReasoning: true,
  };
}

function isEmpty(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (!isBlank(text.charCodeAt(at))) return false;
  return true;
}
