import type { Approval } from '../../../shared/approval.ts';
import { assertNever } from '../../../shared/result.ts';
import { failedCodes } from '../../components/check-list.tsx';

/** What happens at the deadline, in the words of contract 2.3 "Held". `onExpiry` is the setting `approval.onExpiry`. */
export function whatFollows(reason: Approval['reason'], onExpiry: 'reask' | 'text'): string {
  switch (reason) {
    case 'common':
      return onExpiry === 'text' ? 'then passed as text' : 'then not dispatched, re-asked';
    case 'prose':
    case 'example':
    case 'reasoning':
      return 'then passed as text';
    case 'schema':
    case 'ambiguous':
      return 'then not dispatched, re-asked';
    case 'review':
      return 'then not changed by this rule';
    case 'ok':
    case 'no_tools':
    case 'no_text':
    case 'no_tags':
    case 'fenced':
    case 'quoted':
    case 'dual_protocol':
    case 'incomplete':
    case 'shape':
    case 'unadvertised':
    case 'bad_arguments':
    case 'too_large':
      return 'then not dispatched';
    default:
      return assertNever(reason);
  }
}

/** Why the card is held, as the chip says it: the reason first, then other failed checks. */
export function heldFor(approval: Approval): string {
  const codes = [approval.reason, ...failedCodes(approval.checks)].filter((code, at, all) => code !== 'ok' && all.indexOf(code) === at);
  return codes.join(', ');
}

/** Which memories contract 2.3 "Remembered rules" allows: only a sole `common`, and `always` only for tools that only read. */
export function rememberable(approval: Approval): { readonly session: boolean; readonly always: boolean } {
  const codes = failedCodes(approval.checks);
  const sole = approval.reason === 'common' && codes.every((code) => code === 'common');
  return { session: sole, always: sole && approval.sideEffect === 'reads' };
}
