import type { JsonObject } from '../../../shared/json.ts';
import type { ReplyContext } from '../leak/leak-verdict.ts';
import type { AdvertisedTool } from '../turn/turn.ts';

/** A function tool; `properties` maps names to JSON types, all required unless the name ends in `?`. */
export function functionTool(name: string, properties: Readonly<Record<string, string>> = {}): AdvertisedTool {
  const entries = Object.entries(properties).map(([key, type]) => [key.replace(/\?$/, ''), { type }] as const);
  const required = Object.keys(properties).filter((key) => !key.endsWith('?'));
  const schema: JsonObject = { type: 'object', properties: Object.fromEntries(entries), required };
  return { name, kind: 'function', description: '', schema };
}

/** The tools that most tests of leaks offer. */
export const TOOLS: readonly AdvertisedTool[] = [
  functionTool('bash', { command: 'string', 'timeout?': 'integer' }),
  functionTool('write_file', { path: 'string', content: 'string' }),
  functionTool('set_flag', { name: 'string', value: 'string' }),
  functionTool('get_weather', { city: 'string' }),
  functionTool('ping'),
];

/** An ordinary reply: everything by default, recovery on. */
export function replyContext(overrides: Partial<ReplyContext> = {}): ReplyContext {
  return {
    tools: TOOLS,
    singleCall: false,
    structuredOutput: false,
    reasoning: '',
    hasNativeCall: false,
    endedByLength: false,
    barred: false,
    stopSequence: undefined,
    proseCeiling: 0.49,
    maxHeldBytes: 1_048_576,
    mode: 'auto',
    formatSwitch: () => undefined,
    manyChoices: false,
    ...overrides,
  };
}
