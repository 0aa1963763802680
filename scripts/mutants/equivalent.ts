interface Equivalent {
  readonly source: string;
  readonly label: string;
  readonly why: string;
}

const ADMIT = 'electron/core/leak/admit-call.ts';
const ONLY_COMPLETE = 'only a complete envelope has `degraded`: the other test is there for the compiler';
const ONLY_MALFORMED = 'only a malformed envelope has `code`: the other test is there for the compiler';

const POLICY = 'electron/core/approval/approval-policy.ts';

const FOLD = 'electron/core/history/repair-fold.ts';

const STRAYS = 'electron/core/history/stray-results.ts';
const COMPILER = 'lists of one have a first entry, and a sorted pair has two: the test is there for the compiler';

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
  {
    source: FOLD,
    label: 'advance: node !== undefined → true',
    why: 'every index of the document has a node: the test is there for the compiler',
  },
  { source: FOLD, label: 'advance: < → <=', why: 'the last entry is settled right behind the loop, and settling twice changes nothing' },
  {
    source: FOLD,
    label: 'inWindow: some → every',
    why: 'the calls of one message share their window; where there is no call, a stray result is an orphan either way',
  },
  {
    source: FOLD,
    label: 'closeWindow: run.document.dialect.resultsInMessage → false',
    why: 'where results stand inside messages, all of a window stand in one',
  },
  { source: FOLD, label: 'pairStrays: strays.length === 0 → false', why: 'without strays the rest does nothing' },
  {
    source: STRAYS,
    label:
      'relatedPair: open.length !== 1 || strays.length !== 1 || call === undefined || stray === undefined → open.length !== 1 || strays.length !== 1 || call === undefined',
    why: COMPILER,
  },
  {
    source: STRAYS,
    label: 'relatedPair: open.length !== 1 || strays.length !== 1 || call === undefined → open.length !== 1 || strays.length !== 1',
    why: COMPILER,
  },
  {
    source: STRAYS,
    label: 'relatedPair: short === undefined || long === undefined || short.length < MIN_SHARED → short.length < MIN_SHARED',
    why: COMPILER,
  },
  { source: STRAYS, label: 'relatedPair: short === undefined || long === undefined → short === undefined', why: COMPILER },
  { source: STRAYS, label: 'relatedPair: short === undefined || long === undefined → long === undefined', why: COMPILER },
  { source: STRAYS, label: 'zip: call !== undefined → true', why: 'both lists have one length: the test is there for the compiler' },
];
