import type { Approval, ApprovalRule } from '../../../shared/approval.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { AdmissionReason, Verdict } from '../../../shared/vocabulary.ts';
import { stableHashOf } from '../turn/stable-hash.ts';

/** What a remembered rule looks at: the card's own values and where the call would go. */
export type RuleCard = Pick<Approval, 'call' | 'format' | 'checks' | 'reason' | 'readings' | 'session' | 'tool' | 'sideEffect'> & {
  readonly upstream: string;
};

export type RuleMatch =
  | { readonly type: 'none' }
  | { readonly type: 'rule'; readonly rule: ApprovalRule }
  /** These rules would have matched, but the tool's schema is another one now: they end. */
  | { readonly type: 'ended'; readonly rules: readonly ApprovalRule[] };

/** Codes of the failed checks, in their order. */
export const failingChecks = ({ checks }: Pick<RuleCard, 'checks'>): readonly AdmissionReason[] =>
  checks.filter((check) => check.state === 'failed').map((check) => check.code);

/** The tool as the rule knew it. Description included: a tool that is described anew may do something else. */
export const toolHash = ({ tool }: Pick<RuleCard, 'tool'>): string => stableHashOf([tool.description, JSON.stringify(tool.schema)]);

/**
 * Only a hold whose sole cause is `common` may be answered without a person (contract 2.3 "Remembered rules"), and never one with
 * several readings.
 */
export function mayBeAnswered(card: Pick<RuleCard, 'checks' | 'reason' | 'readings'>): boolean {
  const failing = failingChecks(card);
  return card.reason === 'common' && failing.length === 1 && failing[0] === 'common' && (card.readings?.length ?? 0) < 2;
}

/** The first rule that fits the card exactly. No rule widens the contract. */
export function matchRule(rules: readonly ApprovalRule[], card: RuleCard): RuleMatch {
  if (!mayBeAnswered(card)) return { type: 'none' };
  const fitting = rules.filter((rule) => fits(rule, card));
  const hash = toolHash(card);
  const rule = fitting.find((each) => each.schemaHash === hash);
  if (rule !== undefined) return { type: 'rule', rule };
  return fitting.length === 0 ? { type: 'none' } : { type: 'ended', rules: fitting };
}

function fits(rule: ApprovalRule, card: RuleCard): boolean {
  const failing = failingChecks(card);
  // A rule for every session is for tools that only read; the tool may have turned into another one since.
  if (rule.session === undefined && card.sideEffect !== 'reads') return false;
  return (
    rule.tool === card.call.name &&
    rule.format === card.format &&
    rule.failing.length === failing.length &&
    rule.failing.every((code, index) => code === failing[index]) &&
    (rule.upstream === undefined || rule.upstream === card.upstream) &&
    (rule.session === undefined || rule.session === card.session)
  );
}

/** What the operator asked to remember, as a rule; refused where the contract allows none. */
export function makeRule(
  card: RuleCard,
  asked: { readonly verdict: Verdict; readonly scope: 'session' | 'always'; readonly id: string; readonly at: number },
): Result<ApprovalRule, string> {
  const { verdict } = asked;
  if (verdict !== 'approve' && verdict !== 'text') return fail('Only "approve" and "pass as text" can be remembered.');
  if (!mayBeAnswered(card))
    return fail('Only a hold whose sole cause is `common` can be remembered: every other one needs a person each time.');
  if (asked.scope === 'always' && card.sideEffect !== 'reads')
    return fail('"Always" is for tools that only read. Next: remember it for this session.');
  return ok({
    id: asked.id,
    tool: card.call.name,
    format: card.format,
    failing: failingChecks(card),
    upstream: card.upstream,
    ...(asked.scope === 'session' ? { session: card.session } : {}),
    verdict,
    schemaHash: toolHash(card),
    createdAt: asked.at,
  });
}
