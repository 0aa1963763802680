import type { PluginKind } from './plugin-kind.ts';

/** JSON between two tags, the commonest form: it reads its sample at once. What nobody can make up is left open, and fails. */
export const leakFormat: PluginKind = {
  kind: 'leak-format',
  folder: 'electron/core/leak/formats',
  list: 'LEAK_FORMATS: readonly LeakFormat[] = [',
  next: 'put the real opener, closer and sample in, say in `origin` who writes it, and paste whole replies that a model wrote into CAPTURED (docs/adding-a-leak-format.md)',
  source: ({ id, constant, title, upper }) => `import { createJsonEnvelope } from '../json-envelope.ts';

// <${upper}>{"name": "get_weather", "arguments": {"city": "Oslo"}}</${upper}>

/** ${title}: JSON between two tags. People may type them, so it asks first. */
export const ${constant} = createJsonEnvelope({
  id: '${id}',
  title: '${title}',
  class: 'common',
  origin: '',
  sample: '<${upper}>{"name": "get_weather", "arguments": {"city": "Oslo"}}</${upper}>',
  openers: ['<${upper}>'],
  closers: ['</${upper}>'],
  closing: 'required',
  object: 'listed',
  array: 'never',
});
`,
  test: ({ id, constant, upper }) => `import { describe, expect, test } from 'vitest';
import { checkFormatTable } from '../../testing/leak-format-table.ts';
import { ${constant} } from './${id}.ts';

/** Whole replies as a model wrote them, and the calls in them as \`name arguments\`. */
const CAPTURED: readonly { readonly name: string; readonly text: string; readonly calls: readonly string[] }[] = [];

describe('${id}', () => {
  test('a reply that a model wrote is in the table', () => expect(CAPTURED).not.toEqual([]));

  checkFormatTable(${constant}, {
    valid: [
      ...CAPTURED,
      {
        name: 'its own closer inside a string',
        text: '<${upper}>{"name": "bash", "arguments": {"command": "echo </${upper}>"}}</${upper}>',
        calls: ['bash {"command": "echo </${upper}>"}'],
      },
    ],
    invalid: [
      { name: 'no closer', text: '<${upper}>{"name": "bash", "arguments": {"command": "ls"}}', found: 'incomplete' },
      { name: 'cut inside a value', text: '<${upper}>{"name": "bash", "arguments": {"command": "ls', found: 'incomplete' },
      { name: 'no JSON', text: "<${upper}>{'name': 'bash'}</${upper}>", found: 'bad_arguments' },
    ],
  });
});
`,
};
