import type { HistoryItem } from '../turn/turn.ts';

/** How much of a text is read at its beginning and at its end: some agents put the whole conversation between. */
const HEAD = 2_000;
const TAIL = 4_000;

/**
 * How agents ask the model for a summary of the conversation, for what a person may type next, or for an answer beside the work. Told by their own
 * releases (Claude Code, Codex, opencode, pi, Cline, Roo, Qwen, Gemini, Kimi, Crush, OpenHands, Aider). Each is linear.
 */
const WORDINGS: readonly RegExp[] = [
  /\b(?:create|write|provide|generate|produce|give|make|prepare|output|return|update)\b[^\n.]{0,80}\b(?:summary|summaries|hand-?off|state_snapshot|checkpoint)\b/i,
  /\b(?:summari[sz]e|compact|condense)\s+(?:the|this|that|our|your|all|these|above|everything|what|partial)\b/i,
  /\bto (?:summari[sz]e|compact|condense)\b/i,
  /\btasked with (?:summari[sz]ing|compacting|condensing)\b/i,
  /\bCONTEXT CHECKPOINT\b/,
  /\bRespond with TEXT ONLY\b/,
  /\bprompt for continuing our conversation\b/i,
  /\brunning out of context\b/i,
  /\[SUGGESTION MODE\b/,
  /\bThis is a side question\b/i,
];

/**
 * True when the history ends with such words: what is added there would be summarised as the user's own (contract 2.6). Other words may be taken for
 * it; then the guide only waits for the next request.
 */
export function isSummaryRequest(history: readonly HistoryItem[]): boolean {
  for (let at = history.length - 1; at >= 0; at -= 1) {
    const item = history[at];
    if (item?.type === 'assistant') return false;
    if (item?.type === 'user' && asksForSummary(item.text)) return true;
  }
  return false;
}

function asksForSummary(text: string): boolean {
  const shown = text.length <= HEAD + TAIL ? text : `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}`;
  return WORDINGS.some((wording) => wording.test(shown));
}
