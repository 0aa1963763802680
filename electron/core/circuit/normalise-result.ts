import { agentProfiles, genericAgent } from '../agent/profiles/index.ts';
import { stableHash } from '../turn/stable-hash.ts';

/** Longer results are compared as they are: masking is for reports, not for files. */
const MOST_MASKED = 16_384;

/** What every known harness adds to a result by itself; an agent that is not recognised often runs another's tools. */
const added: readonly RegExp[] = [...new Set([genericAgent, ...agentProfiles].flatMap((profile) => profile.volatile))];

/**
 * Parts that differ from run to run though nothing changed (agents.md "Results of identical calls are not identical", errors.md B3).
 * Plain numbers, percentages and content hashes stay: they are what a poll waits for.
 */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [
    /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? {1,2}(?:\d{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?: {1,2}\d{1,2})?(?: \d{4})? \d\d:\d\d:\d\d/g,
    '<time>',
  ],
  [/\b\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\b/g, '<time>'],
  [/\b1[5-9]\d{8}(?:\d{3}|\.\d{1,6})?\b/g, '<time>'],
  [/\/(?:tmp|var\/tmp|var\/folders|private\/tmp|private\/var\/folders)\/[^\s"'`<>()]{1,300}/g, '<temporary>'],
  [/\b[A-Z]:\\[^\s"'`<>]{0,200}\\Temp\\[^\s"'`<>]{1,200}/gi, '<temporary>'],
  [/\b0x[0-9a-f]{4,16}\b/gi, '<address>'],
  // What a shell says of a job that it put behind itself.
  [/^\[\d{1,3}\][+-]? {1,2}\d{2,10}$/gm, '<job>'],
  [/\b(?:pid|pgid|ppid|process id|thread id)(?:\s?[:=]\s?|\s)\d{1,10}\b/gi, '<process>'],
  [
    /\b(?:request|trace|span|correlation|invocation|execution|chunk|message|response|call)[ _-]?id["']?\s?[:=]\s?["']?[\w-]{1,80}/gi,
    '<id>',
  ],
  [/\b(?:attempt|try|retry|call) ?(?:no\.? ?|number |#)?\d{1,6}\b/gi, '<attempt>'],
  [/\b\d[\d,]{0,12} tokens?\b/gi, '<tokens>'],
  [
    /\b(?:took|elapsed|duration|latency|(?:wall|run|execution|response|query|cpu)[ _-]?time|time[ _-]?taken)(?:[ _-]?(?:in[ _-]?)?(?:ms|millis|milliseconds|us|ns|s|secs?|seconds?))?["']?\s?[:=]\s?["']?\d[\d.]{0,15}/gi,
    '<duration>',
  ],
  [/\b\d{1,9}(?:\.\d{1,9})? ?(?:ms|milliseconds?|µs|us|secs?|seconds?|s)\b/g, '<duration>'],
];

/** What two results are compared by. */
export interface ResultKey {
  /** Equal: nothing at all is new, apart from what the harness adds by itself. */
  readonly exact: string;
  /** Equal: only times, temporary names and the like differ. */
  readonly masked: string;
}

/** `media` stands for what is no text: a picture that changes is a change. */
export function resultKeyOf(text: string, media: string): ResultKey {
  if (text.length > MOST_MASKED) {
    const whole = stableHash(media + text);
    return { exact: whole, masked: whole };
  }
  const stable = withoutAdditions(text);
  return { exact: stableHash(media + stable), masked: stableHash(media + maskedText(stable)) };
}

/** The result without what the harness adds to it, trimmed. */
export function withoutAdditions(text: string): string {
  let stable = text;
  for (const pattern of added) stable = stable.replace(pattern, '');
  return stable.trim();
}

export function maskedText(text: string): string {
  let masked = text;
  for (const [pattern, word] of VOLATILE) masked = masked.replace(pattern, word);
  return masked;
}
