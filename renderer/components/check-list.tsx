import { Check, Minus, X } from 'lucide-react';
import type { CheckResult } from '../../shared/approval.ts';
import type { AdmissionReason } from '../../shared/vocabulary.ts';
import { Icon } from './icon.tsx';
import { inertLine } from './inert-text.ts';

/** What each check of contract 2.3 looks at, by its row in the table. */
const questions: { readonly [number: number]: string } = {
  1: 'Tools offered, text, listed markup',
  2: 'Not in a fence or quotation',
  3: 'No native call beside it',
  4: 'Envelope complete',
  5: 'Well formed in a listed spelling',
  6: 'One reading only',
  7: 'Every name offered',
  8: 'Arguments decode without guessing',
  9: 'Valid under the schema',
  10: 'In the reply, not in reasoning',
  11: 'It is the reply',
  12: 'No example talk before it',
  13: 'Markup that people do not type',
  14: 'Size within bounds',
};

/** Passed checks whose evidence says more than the question does: it is shown; that of the others is at hand under the pointer. */
const telling: ReadonlySet<number> = new Set([1, 11]);

const icons = { passed: Check, failed: X, skipped: Minus } as const;

export const failedCodes = (checks: readonly CheckResult[]): readonly AdmissionReason[] =>
  checks.filter((check) => check.state === 'failed').map((check) => check.code);

/** The ordered checks with their evidence: this list is the confidence that the operator sees. */
export function CheckList({ checks }: { readonly checks: readonly CheckResult[] }) {
  return (
    <ol className="checks tight">
      {checks.map((check) => (
        <li
          key={check.number}
          className={check.state === 'failed' ? 'bad' : check.state === 'skipped' ? 'skipped' : undefined}
          title={check.evidence === '' ? undefined : inertLine(check.evidence)}
        >
          <span className="no">{check.number}</span>
          <Icon of={icons[check.state]} size="s" />
          <span>{questions[check.number] ?? check.code}</span>
          <span className="code">{check.state === 'failed' ? check.code : check.state}</span>
          {check.evidence === '' || (check.state === 'passed' && !telling.has(check.number)) ? null : (
            <span className="ev">{inertLine(check.evidence)}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

export const passedOf = (checks: readonly CheckResult[]): string =>
  `${checks.filter((check) => check.state === 'passed').length} of ${checks.length} passed`;
