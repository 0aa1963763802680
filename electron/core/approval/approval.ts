import type { Approval, ApprovalStatus, Approver } from '../../../shared/approval.ts';
import { isJsonObject, type Json } from '../../../shared/json.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Verdict } from '../../../shared/vocabulary.ts';
import { type JsonPath, parseWithSpans } from '../text/json-spans.ts';
import { checkArguments } from '../turn/check-arguments.ts';

/** What a person (or a remembered rule) decided about one held call (interfaces 4.3 `approvals/settle`). */
export interface Decision {
  readonly verdict: Verdict;
  /** Index into `readings`: needed to approve a call that has several. */
  readonly reading?: number | undefined;
  /** For an override: an object, or its JSON text, which is then sent exactly as written. */
  readonly arguments?: Json | undefined;
  readonly reason?: string | undefined;
}

export interface DecisionIssue {
  readonly pointer: string;
  readonly message: string;
}

export interface DecisionProblem {
  readonly code: 'expired' | 'withdrawn' | 'schema' | 'reading';
  /** What, why, next. */
  readonly message: string;
  readonly issues?: readonly DecisionIssue[] | undefined;
}

/**
 * The life of an approval: pending → settled | expired | withdrawn. The last three are final: a second verdict gets the first one
 * back, a late one is told what came before it.
 */
export function settleApproval(approval: Approval, decision: Decision, by: Approver, at: number): Result<Approval, DecisionProblem> {
  switch (approval.status.state) {
    case 'settled':
      return ok(approval);
    case 'expired':
      return fail({
        code: 'expired',
        message:
          'This approval had ended before the verdict came; the call was not run. Next: steer the agent, or wait for it to ask again.',
      });
    case 'withdrawn':
      return fail({ code: 'withdrawn', message: 'The agent left before the verdict came; nobody waits for this call any more.' });
    case 'pending':
      return settlePending(approval, decision, by, at);
  }
}

/** Nobody decided: its own outcome, never a human's (contract 2.3 "Held"). Final states stay. */
export function expireApproval(approval: Approval, by: Approver, at: number): Approval {
  return approval.status.state === 'pending' ? { ...approval, status: { state: 'expired', by, at } } : approval;
}

/** The client went away (wire 3.5). Final states stay. */
export function withdrawApproval(approval: Approval, at: number): Approval {
  return approval.status.state === 'pending' ? { ...approval, status: { state: 'withdrawn', at } } : approval;
}

function settlePending(approval: Approval, decision: Decision, by: Approver, at: number): Result<Approval, DecisionProblem> {
  const { verdict, reading, reason } = decision;
  const badReading = readingProblem(approval, decision);
  if (badReading !== undefined) return fail(badReading);
  let edited: string | undefined;
  if (verdict === 'override') {
    const checked = overrideText(approval, decision.arguments);
    if (!checked.ok) return checked;
    edited = checked.value;
  }
  const status: ApprovalStatus = {
    state: 'settled',
    verdict,
    by,
    at,
    ...(reason === undefined ? {} : { reason }),
    ...(reading === undefined ? {} : { reading }),
    ...(edited === undefined ? {} : { arguments: edited }),
  };
  return ok({ ...approval, status });
}

function readingProblem({ readings }: Approval, { verdict, reading }: Decision): DecisionProblem | undefined {
  const count = readings?.length ?? 0;
  if (reading !== undefined && (count === 0 ? reading !== 0 : reading >= count)) {
    return {
      code: 'reading',
      message: count === 0 ? 'This call has one reading only.' : `There is no reading ${reading}: this call has ${count}, counted from 0.`,
    };
  }
  if (verdict === 'approve' && count > 1 && reading === undefined) {
    return { code: 'reading', message: `The same bytes read as ${count} different calls. Next: choose the one that was meant.` };
  }
  return undefined;
}

/** The override as JSON text, checked against the tool's schema: an edit that the tool would refuse is not sent (design 6). */
function overrideText(approval: Approval, given: Json | undefined): Result<string, DecisionProblem> {
  const read = typeof given === 'string' ? parseText(given) : { value: given, duplicate: undefined };
  const parsed = read?.value;
  if (read?.duplicate !== undefined) return schemaProblem([{ pointer: pointerOf(read.duplicate), message: 'stands there twice' }]);
  if (!isJsonObject(parsed)) return schemaProblem([{ pointer: '', message: 'must be one JSON object' }]);
  const { schema } = approval.tool;
  const issues = checkArguments(isJsonObject(schema) ? schema : undefined, parsed);
  if (issues.length > 0) return schemaProblem(issues.map(({ pointer, message }) => ({ pointer, message })));
  return ok(typeof given === 'string' ? given : JSON.stringify(parsed));
}

const schemaProblem = (issues: readonly DecisionIssue[]): Result<never, DecisionProblem> =>
  fail({
    code: 'schema',
    message: `The arguments don't fit the tool's schema: ${issues[0]?.pointer || 'the whole'} ${issues[0]?.message ?? ''}. Next: mend them and send again.`,
    issues,
  });

/** Strict JSON and nothing behind it; undefined when the text is none. */
function parseText(text: string): { readonly value: Json; readonly duplicate: JsonPath | undefined } | undefined {
  const parsed = parseWithSpans(text);
  if (!parsed.ok || text.slice(parsed.value.root.end).trim() !== '') return undefined;
  return { value: parsed.value.value, duplicate: parsed.value.duplicates[0] };
}

const pointerOf = (path: JsonPath): string => path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
