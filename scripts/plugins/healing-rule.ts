import type { PluginKind } from './plugin-kind.ts';

export const healingRule: PluginKind = {
  kind: 'healing-rule',
  folder: 'electron/core/healing/rules',
  list: 'HEALING_RULES: readonly HealingRule[] = [',
  next: 'write `heal` so that `before` becomes `after` and nothing else changes, and describe in plain words when it acts and what it never does',
  source: ({ id, constant, title }) => `import type { HealingRule } from '../healing-rule.ts';

/** ${title}: asks until it is known to lose nothing. */
export const ${constant}: HealingRule = {
  id: '${id}',
  safety: 'review',
  against: ['PARAM_TYPE_MISMATCH'],
  title: '${title}',
  description: '',
  before: '',
  after: '',
  acts: 'mismatch',
  heal: () => undefined,
};
`,
  test: ({ id, constant }) => `import { describe, expect, test } from 'vitest';
import { callFor, healingContext } from '../../testing/judging.ts';
import { readFile } from '../../testing/healing-rows.ts';
import { ${constant} } from './${id}.ts';

const context = healingContext([readFile]);
const heal = (text: string) => ${constant}.heal(callFor(context, readFile.name, text), context)?.arguments;

describe('${id}', () => {
  test('says what it does', () => expect(${constant}.description).not.toBe(''));
  test('its sample is healed, to a fixed point', () => {
    expect(heal(${constant}.before)).toBe(${constant}.after);
    expect(heal(${constant}.after)).toBeUndefined();
  });
});
`,
};
