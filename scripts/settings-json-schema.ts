import { z } from 'zod';
import { settingRows } from '../shared/settings.ts';

/** The JSON Schema of `settings.json`: every key with its help and default. Entries of records may also stand under dotted keys. */
export function settingsJsonSchema(): object {
  const properties = Object.fromEntries(Object.entries(settingRows).map(([key, row]) => [key, propertyOf(row)]));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Signalbox settings',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...properties },
    patternProperties: { '^(recovery\\.formats|loop\\.tools|guidance\\.patterns|upstreams|healing)\\..+$': {} },
    additionalProperties: false,
  };
}

function propertyOf(row: { readonly schema: z.ZodType; readonly help: string; readonly fallback: unknown }): object {
  const { $schema: _, ...schema } = z.toJSONSchema(row.schema, { unrepresentable: 'any' });
  return { ...schema, description: row.help, default: row.fallback };
}
