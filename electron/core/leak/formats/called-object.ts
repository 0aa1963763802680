import { createNamedJson, perTool } from '../named-json.ts';
import { plainAttempt } from '../plain-attempt.ts';

// get_weather({"city": "Oslo"})

/** A name called with one object, as the whole reply. People write it too. */
export const calledObject = plainAttempt(
  createNamedJson({
    id: 'called-object',
    title: 'Name called with one object',
    class: 'common',
    origin: 'small local models behind proxies that teach tools in the prompt',
    sample: 'get_weather({"city": "Oslo"})',
    openers: (tools) =>
      perTool(
        tools,
        'reply-start',
        (name) => `${name}({`,
        (name) => `functions.${name}({`,
      ),
    lead: /(?:functions\.)?/y,
    name: /[\w.-]{1,128}/y,
    between: /\(\s{0,4}/y,
    closers: [');', ')'],
    closing: 'required',
    degraded: false,
    alone: 'whole-reply',
  }),
);
