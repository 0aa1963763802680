import type { FaultPattern } from '../fault-pattern.ts';

/** `[FORCED STOP] Repeated tool calls exceeded the safety limit.` */
export const modelStuckLoop: FaultPattern = {
  id: 'EI/MODEL_STUCK_LOOP/001',
  title: 'Model stuck in a loop',
  category: 'MODEL_STUCK_LOOP',
  priority: 65,
  description: 'The same mistake or step keeps coming back; the watch of the agent, or the circuit here, says so.',
  sample: '[FORCED STOP] Repeated tool calls exceeded the safety limit. Producing final answer with results collected so far.',
  wordings: [
    { trust: 'sure', at: /^\[(?:FORCED STOP|LOOP DETECTED|LOOP_DETECTED|STUCK|MODEL_STUCK_LOOP|REPETITION DETECTED)\]/ },
    {
      trust: 'sure',
      at: /^(?:System: )?(?:Potential |Tool[- ][Cc]all )?[Ll]oop detected(?=$|[.:!,;\n]| (?:in|for|on) (?:tool|your|the (?:tool|last|conversation))| [—–-])/,
    },
    { trust: 'sure', at: /^(?:⚠️? ?)?RETRY LOOP DETECTED/ },
    { trust: 'sure', at: /^(?:<400> InternalError\.Algo\.InvalidParameter: )?Repetitive tool calls detected/ },
    {
      trust: 'sure',
      at: /^(?:You|The (?:agent|model)|It (?:seems|looks like) (?:that )?you|You(?: appear| seem)(?: to be)?) (?:are |is |appear to be |seem to be )?(?:stuck|caught) in a loop/i,
    },
  ],
  cause: () => '',
  scope: 'tool',
  guide: (_match, place) => ({
    what: `The work is going round in a circle at "${place.tool}".`,
    why: 'The same step was repeated without progress, and the agent stopped it.',
    next: [
      'Stop repeating. Say in one sentence what you wanted to find out or change.',
      'Choose another approach: another tool, another file, a smaller step.',
      'If you lack something, tell the user what it is.',
    ],
  }),
  strengthened: 'Change the strategy now; re-read the tool schema now.',
};
