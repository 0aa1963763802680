import type { Fix } from '../../../shared/approval.ts';
import { sideEffectOf } from '../agent/side-effect.ts';
import type { Candidate, CandidateCall, LeakVerdict } from '../leak/leak-verdict.ts';
import type { AdvertisedTool, NewCall, ReplyCall } from '../turn/turn.ts';
import type { LaneContext } from './lane-context.ts';
import type { ApprovalDraft } from './effect.ts';

const toolOf = (tools: readonly AdvertisedTool[], name: string): ApprovalDraft['tool'] => {
  const tool = tools.find((known) => known.name === name);
  return { description: tool?.description ?? '', schema: tool?.schema ?? null };
};

/** The card of one leaked call (interfaces 4.3): the bytes it came from, its envelope, every check with its evidence. */
export function leakDraft(
  key: string,
  call: CandidateCall,
  id: string,
  verdict: LeakVerdict & { readonly type: 'hold' },
  text: string,
  context: LaneContext,
): ApprovalDraft {
  const candidate = candidateOf(verdict, call);
  return {
    key,
    call: { id, name: call.name, arguments: call.arguments },
    ...(call.readings.length > 0 ? { readings: [{ name: call.name, arguments: call.arguments }, ...call.readings] } : {}),
    original: text,
    markup: verdict.candidates.map((each) => each.span),
    checks: candidate?.checks ?? [],
    fixes: [],
    reason: verdict.reason,
    format: candidate?.format ?? 'unknown',
    sideEffect: sideEffectOf(call.name, context.profile),
    tool: toolOf(context.request.tools, call.name),
  };
}

function candidateOf(verdict: LeakVerdict, call: CandidateCall): Candidate | undefined {
  return (
    verdict.candidates.find((candidate) => candidate.calls.includes(call)) ??
    verdict.candidates.find((candidate) => candidate.reason === verdict.reason) ??
    verdict.candidates[0]
  );
}

/** The card of a held native call: what came, what is proposed, the fixes between them. */
export function callDraft(
  key: string,
  call: ReplyCall,
  proposed: NewCall,
  rule: string,
  fixes: readonly Fix[],
  evidence: string,
  context: LaneContext,
): ApprovalDraft {
  return {
    key,
    call: { id: proposed.id, name: proposed.name, arguments: proposed.arguments },
    original: call.arguments,
    markup: [],
    checks: [{ number: 9, code: 'schema', state: 'failed', evidence }],
    fixes,
    reason: 'review',
    format: rule,
    sideEffect: sideEffectOf(proposed.name, context.profile),
    tool: toolOf(context.request.tools, proposed.name),
  };
}
