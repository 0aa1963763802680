import { describe, expect, test } from 'vitest';
import type { HistoryItem } from '../turn/turn.ts';
import { isSummaryRequest } from './summary-request.ts';

const user = (text: string): HistoryItem => ({ type: 'user', index: 0, text });
const assistant: HistoryItem = { type: 'assistant', index: 0, text: 'ok', reasoning: '', calls: [] };
const results: HistoryItem = { type: 'results', index: 0, results: [{ callId: 'a', text: 'out', isError: undefined }] };

describe('words by which agents ask for a summary', () => {
  test.each([
    ['Claude Code', 'CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.\n\nYour task is to …'],
    ['Claude Code, older', 'Your task is to create a detailed summary of the conversation so far, paying close attention to the requests.'],
    ['Codex', 'You are performing a CONTEXT CHECKPOINT COMPACTION. Create a handoff summary for another LLM that will resume the task.'],
    ['opencode', 'Create a new anchored summary from the conversation history in the <conversation> tags above.'],
    ['opencode, older', 'Provide a detailed prompt for continuing our conversation above.'],
    ['pi', `<conversation>${'x'.repeat(9_000)}</conversation>\n\nThe messages above are a conversation to summarize.`],
    ['Cline', 'The current conversation is rapidly running out of context.'],
    ['Roo', 'Summarize the conversation so far, as described in the prompt instructions.'],
    ['Qwen Code', 'First, reason in your scratchpad. Then, generate the <state_snapshot>.'],
    ['Kimi', 'You are now given a task to compact this context according to specific priorities.'],
    ['Crush', 'Provide a detailed summary of our conversation above.'],
    ['Aider', '*Briefly* summarize this partial conversation about programming.'],
    ['what a person may type next', '[SUGGESTION MODE: Suggest what the user might naturally type next]'],
    ['a side question', 'This is a side question from the user. Answer it without tools.'],
  ])('%s', (_agent, text) => {
    expect(isSummaryRequest([user('go'), assistant, user(text)])).toBe(true);
    expect(isSummaryRequest([user('go'), assistant, results, user(text)])).toBe(true);
    expect(isSummaryRequest([user('go'), assistant, user(text), user('<system-reminder>…')])).toBe(true);
  });

  test.each([
    ['a task', 'Fix the failing test in src/a.ts.'],
    [
      'a shortened history, Claude Code',
      'This session is being continued from a previous conversation that ran out of context. The summary below covers it.',
    ],
    ['a shortened history, Codex', 'Another language model started to solve this problem and produced a summary of its thinking process.'],
    ['a shortened history, opencode', 'What did we do so far?'],
  ])('none: %s', (_what, text) => expect(isSummaryRequest([user(text)])).toBe(false));

  test('words before the model’s last answer say nothing of this request', () =>
    expect(isSummaryRequest([user('Summarize the conversation so far.'), assistant, results])).toBe(false));

  test('time is linear in hostile text', () => {
    const started = performance.now();
    isSummaryRequest([user('create '.repeat(200_000)), user('summarize '.repeat(200_000))]);
    expect(performance.now() - started).toBeLessThan(200);
  });
}); // prettier-ignore
