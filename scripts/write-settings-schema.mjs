// Writes resources/settings.schema.json from the table in shared/settings.ts, the one source of every setting.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { settingsJsonSchema } from './settings-json-schema.ts';

const file = resolve(import.meta.dirname, '../resources/settings.schema.json');
writeFileSync(file, `${JSON.stringify(settingsJsonSchema(), null, 2)}\n`);
