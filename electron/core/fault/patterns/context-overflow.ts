import type { FaultPattern } from '../fault-pattern.ts';
import { overflowWordings } from '../overflow-wordings.ts';

/** `prompt is too long: 213462 tokens > 200000 maximum` */
export const contextOverflow: FaultPattern = {
  id: 'EI/CONTEXT_OVERFLOW/001',
  title: 'Context window exceeded',
  category: 'CONTEXT_OVERFLOW',
  priority: 40,
  description:
    'The request is longer than the model can read. The error reaches the agent untouched, since agents compact on its exact words.',
  sample: '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 213462 tokens > 200000 maximum"}}',
  // Only an upstream says it about our request; a sub-agent's failure may quote it at the very start.
  wordings: overflowWordings.map((at) => ({ at, trust: 'likely' })),
  match: ({ roles, flag, wrapped }) => (roles.includes('delegate') && (flag === true || wrapped !== undefined) ? undefined : 'no'),
  cause: () => '',
  scope: 'tool',
  guide: (_match, place) => ({
    what: `"${place.tool}" failed because its request was longer than the model can read.`,
    why: 'The conversation, files and tool results together exceed the context window.',
    next: [
      'Go on from a summary: keep what is needed for the next step.',
      'Read parts of files instead of whole ones, and hand over shorter tasks.',
    ],
  }),
  strengthened: 'Shorten the request now: repeating it will fail again.',
};
