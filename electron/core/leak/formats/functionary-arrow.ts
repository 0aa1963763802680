import { withPreludes } from '../prelude.ts';
import { createNamedJson, perTool } from '../named-json.ts';

// >>>get_weather
// {"city": "Oslo"}

/** Functionary 3.2: arrows are plain text, so an operator decides. `>>>all` carries the visible text. */
export const functionaryArrow = withPreludes(
  createNamedJson({
    id: 'functionary-arrow',
    title: 'Functionary arrows',
    class: 'common',
    origin: 'Functionary v3.2',
    sample: '>>>get_weather\n{"city": "Oslo"}',
    openers: (tools) => perTool(tools, 'anywhere', (name) => `>>>${name}\n`),
    lead: />>>/y,
    name: /[\w.-]{1,128}/y,
    between: /\r?\n\s{0,16}/y,
    closers: [],
    closing: 'optional',
    degraded: false,
  }),
  [{ open: '>>>all\n', close: undefined, visible: true }],
);
