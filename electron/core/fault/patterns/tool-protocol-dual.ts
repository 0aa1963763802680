import type { FaultPattern } from '../fault-pattern.ts';

/** A reply that holds `<execute_command>…</execute_command>` as text and a native call beside it; found on the response side (contract 2.3 check 3). */
export const toolProtocolDual: FaultPattern = {
  id: 'EI/INVALID_TOOL_PROTOCOL/002',
  title: 'Tool call written twice',
  category: 'INVALID_TOOL_PROTOCOL',
  priority: 1,
  description: 'A reply holds a call as markup in its text beside a native call. The native one runs; the guide goes to its result.',
  sample: '<execute_command>\n<command>npm test</command>\n</execute_command>',
  wordings: [],
  match: () => 'no',
  cause: () => '',
  scope: 'tool',
  guide: () => ({
    what: 'Your last reply held a tool call twice: as markup in its text and as a native call.',
    why: 'Only the native call was run; the markup was removed.',
    next: ['Use native tool calls only.'],
  }),
  strengthened: 'Re-read the tool schema now, and write no markup beside native calls.',
};
