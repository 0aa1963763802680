import { stableHash } from '../turn/stable-hash.ts';
import type { AgentProfile } from './agent-profile.ts';
import { realUserText } from './agent-text.ts';

/**
 * What a person may have written in a user message (contract 2.6); '' when all of it is the agent's: its envelopes, or the words by which
 * agents ask for a call on their own.
 */
export function personWords(text: string, profile: AgentProfile): string {
  const words = realUserText(text, profile);
  return words.length < 4000 && NUDGE.test(words.slice(0, 400)) ? '' : words;
}

const NUDGE =
  /^\[ERROR\]|\bdid(?:n['’]t| not) (?:use|call|invoke|make|include) (?:a|any) tools?\b|\bno tool (?:was )?(?:call|use|used|called)|^Your (?:last |previous )?(?:response|message|reply) (?:was empty|had no|did not)/i;

/** What makes two texts beside tool results the same: what comes again and again there is the agent's own, not a person's. */
export const besideKey = (words: string): string => stableHash(words.slice(0, 400).replace(/\d+/g, '#'));
