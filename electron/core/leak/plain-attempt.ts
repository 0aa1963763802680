import { isJsonObject, own } from '../../../shared/json.ts';
import type { AdvertisedTool } from '../turn/turn.ts';
import type { LeakFormat, ParsedCall } from './leak-format.ts';

/**
 * The format `core` where it plainly is a call: its object reads, and holds a parameter that the tool declares. People write a word before braces
 * too (“bash {command}”, “search: {"type": "object"}”), and such text is left alone rather than refused.
 */
export const plainAttempt = (core: LeakFormat): LeakFormat => ({
  ...core,
  parse: (text, start, context) => {
    const read = core.parse(text, start, context);
    if (read?.status === 'malformed') return undefined;
    return read?.status === 'complete' && !read.calls.every((call) => namesParameter(call, context.tools)) ? undefined : read;
  },
});

function namesParameter(call: ParsedCall, tools: readonly AdvertisedTool[]): boolean {
  const schema = tools.find((tool) => tool.name === call.name)?.schema;
  const declared = schema === undefined ? undefined : own(schema, 'properties');
  if (!isJsonObject(declared) || call.arguments === undefined) return call.arguments !== undefined;
  const keys = Object.keys(JSON.parse(call.arguments) as object);
  return keys.length === 0 ? Object.keys(declared).length === 0 : keys.some((key) => Object.hasOwn(declared, key));
}
