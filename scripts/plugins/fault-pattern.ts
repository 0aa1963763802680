import type { PluginKind } from './plugin-kind.ts';

export const faultPattern: PluginKind = {
  kind: 'fault-pattern',
  folder: 'electron/core/fault/patterns',
  list: 'faultPatterns: readonly FaultPattern[] = [',
  next: 'choose the category, write the wordings, the advice and the sample, and paste real results in both directions (docs/adding-a-fault.md)',
  source: ({ constant, title, upper }) => `import type { FaultPattern } from '../fault-pattern.ts';

/** ${title}. */
export const ${constant}: FaultPattern = {
  id: 'EI/${upper}/001',
  title: '${title}',
  category: 'CODE_RUN_FAILED',
  priority: 50,
  description: '',
  sample: '',
  wordings: [],
  cause: () => '',
  scope: 'tool',
  guide: (_match, place) => ({ what: \`"\${place.tool}" failed.\`, why: '', next: [] }),
  strengthened: '',
};
`,
  test: ({ id, constant }) => `import { expect, test } from 'vitest';
import { type FaultCase, faultTable } from '../../testing/fault-table.ts';
import { ${constant} } from './${id}.ts';

/** Whole results as an agent sent them: tool, arguments, text. */
const VALID: readonly FaultCase[] = [];
/** Harmless ones that look alike. */
const INVALID: readonly FaultCase[] = [];

test('both directions are in the table, and the advice says something', () => {
  expect(VALID).not.toEqual([]);
  expect(INVALID).not.toEqual([]);
  for (const words of [${constant}.description, ${constant}.sample, ${constant}.strengthened]) expect(words).not.toBe('');
});

faultTable(${constant}, { valid: VALID, invalid: INVALID });
`,
};
