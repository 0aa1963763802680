import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { settingsJsonSchema } from './settings-json-schema.ts';

test('the published schema is the one of shared/settings.ts (npm run settings-schema writes it)', () => {
  const published: unknown = JSON.parse(readFileSync(resolve(import.meta.dirname, '../resources/settings.schema.json'), 'utf8'));
  expect(published).toEqual(JSON.parse(JSON.stringify(settingsJsonSchema())));
});
