import type { FaultPattern } from '../fault-pattern.ts';

/** `Tool [read_file] has been called 3 times consecutively with identical arguments.` */
export const duplicateCall: FaultPattern = {
  id: 'EI/DUPLICATE_CALL/001',
  title: 'Identical call repeated',
  category: 'DUPLICATE_CALL',
  priority: 66,
  description: 'The same call was made again though nothing has changed since, and the agent refused it.',
  sample: 'Tool [read_file] has been called 3 times consecutively with identical arguments. This is not making progress.',
  wordings: [
    { trust: 'sure', at: /^(?:The )?[Tt]ool \[?['"`]?(?<tool>[\w.:-]{1,100})['"`]?\]? has been called \d{1,4} times/ },
    { trust: 'sure', at: /^[Tt]ool call repetition limit reached for ['"`]?(?<tool>[\w.:-]{1,100})/ },
    {
      trust: 'sure',
      at: /^(?:The )?[Tt]ool (?:call )?['"`]?(?<tool>[\w.:-]{1,100})['"`]? has exceeded (?:the )?maximum (?:number of )?repetitions/,
    },
    { trust: 'sure', at: /^BLOCKED: You have (?:read|called|run|searched|made)[^\n]{0,120}(?:times in a row|\d{1,4} times)/ },
    { trust: 'sure', at: /^Wasted call\b[^\n]{0,40}unchanged/ },
    {
      trust: 'sure',
      at: /^You (?:have )?(?:already|just) (?:called|made|ran|used|issued|executed) (?:this|the same|that|an identical)[^\n]{0,80}(?:call|tool|command|arguments)/i,
    },
    { trust: 'sure', at: /^(?:Duplicate|Repeated|Identical) (?:tool )?call(?:s)?(?: detected| blocked| rejected| to| of|:)/i },
    { trust: 'sure', at: /^This (?:exact )?(?:tool )?call (?:was|has been) (?:already )?(?:made|executed|repeated|run)/i },
  ],
  cause: ({ facts }) => facts.tool ?? '',
  scope: 'tool',
  guide: (_match, place) => ({
    what: `The same call of "${place.tool}" was made again.`,
    why: 'Nothing has changed since, so it cannot bring anything new; the earlier result still holds.',
    next: [
      'Use the earlier result in this conversation.',
      'If it was not enough, change the arguments or take another tool.',
      'If the step is done, go on to the next one.',
    ],
  }),
  strengthened: 'Do not make this call again. Re-read the tool schema now and decide on another step.',
};
