import type { AdmissionReason } from '../../../shared/vocabulary.ts';

/** What a refusal tells the model (contract 2.3 "Refuse"): what happened, why, what to do next. */
interface RefusalGuidance {
  readonly what: string;
  readonly why: string;
  readonly next: string;
}

type RefusalCode = Extract<AdmissionReason, 'incomplete' | 'shape' | 'unadvertised' | 'bad_arguments' | 'schema' | 'ambiguous'>;

const WHAT = 'Your last message contained a tool call written as text. It was not run.';

const REFUSAL_GUIDANCE: Readonly<Record<RefusalCode, RefusalGuidance>> = {
  incomplete: {
    what: WHAT,
    why: 'The call was not finished: its end is missing.',
    next: 'Make the call again, whole, with the tool interface. If the content is long, write it in smaller parts.',
  },
  shape: { what: WHAT, why: 'Its markup could not be read as a call.', next: 'Use the tool interface instead of writing markup.' },
  unadvertised: {
    what: WHAT,
    why: 'It names a tool that is not offered in this conversation.',
    next: 'Use only the tools that are offered, with their exact names.',
  },
  bad_arguments: {
    what: WHAT,
    why: 'Its arguments are not one valid JSON object.',
    next: 'Make the call again with the tool interface and valid arguments.',
  },
  schema: {
    what: WHAT,
    why: 'Its arguments do not satisfy the schema of the tool.',
    next: 'Read the schema again and make the call with the tool interface.',
  },
  ambiguous: {
    what: WHAT,
    why: 'It can be read in more than one way.',
    next: 'Make the call again with the tool interface, one call at a time.',
  },
};

/** The guidance text for a code; codes that are never refused have none. */
export function guidanceFor(code: AdmissionReason): string {
  const known = Object.hasOwn(REFUSAL_GUIDANCE, code) ? REFUSAL_GUIDANCE[code as RefusalCode] : REFUSAL_GUIDANCE.shape;
  return `WHAT: ${known.what}\nWHY: ${known.why}\nNEXT: ${known.next}`;
}
