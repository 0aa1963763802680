import type { AgentProfile, Envelope } from './agent-profile.ts';
import { genericAgent } from './profiles/index.ts';

/**
 * What is left of a user message once the agent's own envelopes are taken out, trimmed. '' means: no person wrote this (contract
 * 2.6, a circuit closes on a *real* user message). An envelope without its end reaches to the end of the text.
 */
export function realUserText(text: string, profile: AgentProfile): string {
  let rest = text;
  for (const envelope of new Set([...profile.userEnvelopes, ...genericAgent.userEnvelopes])) rest = without(rest, envelope);
  return rest.trim();
}

function without(text: string, { open, close }: Envelope): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(open, at);
    if (start < 0) break;
    kept.push(text.slice(at, start));
    const end = text.indexOf(close, start + open.length);
    if (end < 0) return kept.join('');
    at = end + close.length;
  }
  kept.push(text.slice(at));
  return kept.join('');
}

/** A result without the parts that differ from run to run (agents.md, "Results of identical calls are not identical"). For comparison only. */
export function stableResultText(text: string, profile: AgentProfile): string {
  let stable = text;
  for (const pattern of new Set([...profile.volatile, ...genericAgent.volatile])) stable = stable.replace(pattern, '');
  return stable;
}
