interface Equivalent {
  readonly source: string;
  readonly label: string;
  readonly why: string;
}

const ADMIT = 'electron/core/leak/admit-call.ts';
const ONLY_COMPLETE = 'only a complete envelope has `degraded`: the other test is there for the compiler';
const ONLY_MALFORMED = 'only a malformed envelope has `code`: the other test is there for the compiler';

const POLICY = 'electron/core/approval/approval-policy.ts';

/** Changes that no test can notice, each with the reason. A label names function, old and new text, as the runner prints them. */
export const EQUIVALENT: readonly Equivalent[] = [
  {
    source: ADMIT,
    label: "effectiveClass: region.envelope.status === 'complete' && region.envelope.degraded → region.envelope.degraded",
    why: ONLY_COMPLETE,
  },
  { source: ADMIT, label: "wellFormed: envelope.status === 'complete' && envelope.degraded → envelope.degraded", why: ONLY_COMPLETE },
  {
    source: ADMIT,
    label: "wellFormed: envelope.status === 'malformed' && envelope.code === 'shape' → envelope.code === 'shape'",
    why: ONLY_MALFORMED,
  },
  {
    source: ADMIT,
    label: "argumentsDecode: envelope.status === 'malformed' && envelope.code === 'bad_arguments' → envelope.code === 'bad_arguments'",
    why: ONLY_MALFORMED,
  },
  {
    source: POLICY,
    label: 'fits: every → some',
    why: 'only a hold whose single failed check is `common` gets here: both lists have one entry',
  },
];
