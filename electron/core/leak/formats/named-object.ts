import { createNamedJson, perTool } from '../named-json.ts';
import { plainAttempt } from '../plain-attempt.ts';

// get_weather: {"city": "Oslo"}

/** A name and one object on a line, as the whole reply. People write it too. */
export const namedObject = plainAttempt(
  createNamedJson({
    id: 'named-object',
    title: 'Name before one object',
    class: 'common',
    origin: 'small local models behind proxies that teach tools in the prompt',
    sample: 'get_weather: {"city": "Oslo"}',
    openers: (tools) =>
      perTool(
        tools,
        'reply-start',
        (name) => `${name} {`,
        (name) => `${name}: {`,
      ),
    lead: /(?:)/y,
    name: /[\w.-]{1,128}/y,
    between: /:? {1,4}/y,
    closers: [],
    closing: 'optional',
    degraded: false,
    alone: 'whole-reply',
  }),
);
