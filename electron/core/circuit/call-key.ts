import { isJsonObject, type Json, type JsonObject } from '../../../shared/json.ts';
import { plainPath } from '../fault/call-target.ts';
import { stableHashOf } from '../turn/stable-hash.ts';

/**
 * Two calls with one key are the same step: the same tool with the same arguments, whatever key order, white space, empty options or words of
 * explanation they were written with ("cosmetic variation", errors.md B3). What a call writes or replaces counts byte for byte.
 */
export function callKeyOf(name: string, argumentsText: string): string {
  const value = parsed(argumentsText.trim());
  const canonical = isJsonObject(value) ? JSON.stringify(plainObject(value, 0)) : argumentsText.trim().slice(0, MOST_TEXT);
  return stableHashOf([name, canonical === '' ? '{}' : canonical]);
}

const MOST_TEXT = 1_048_576;
/** Deeper than anything that a tool asks for; below it the text itself counts. */
const MOST_DEPTH = 16;

/** Members that say why a call is made, never what it does. */
const EXPLAINS = new Set([
  'explanation',
  'reason',
  'reasoning',
  'rationale',
  'purpose',
  'intent',
  'thought',
  'thoughts',
  'justification',
  'toolsummary',
  'tool_summary',
  'one_sentence_summary',
  'security_risk',
  'requires_approval',
  'timeout',
  'timeout_ms',
  'yield_time_ms',
  'max_output_tokens',
]);

/** Members whose bytes end up in a file. */
const CONTENT =
  /^(?:content|contents|file_?text|text|new_?(?:string|str|text|source)|old_?(?:string|str|text|source)|diff|patch|input|code|insert_?text|edits?|replacements?|chars|todos|message|body|data|value)$/i;
const PATHS = /(?:path|file|dir|directory|cwd|folder)$/i;

function plainObject(object: JsonObject, depth: number): Json {
  const entries: [string, Json][] = [];
  const names = Object.keys(object).map((key) => key.toLowerCase());
  // A member that explains is the call itself where nothing else is asked for.
  const telling = names.some((name) => !EXPLAINS.has(name));
  const described = names.some((name) => name === 'command' || name === 'cmd' || name === 'file_path' || name === 'path');
  for (const [key, value] of Object.entries(object)) {
    const name = key.toLowerCase();
    if ((telling && EXPLAINS.has(name)) || (described && name === 'description')) continue;
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0 && !CONTENT.test(key))) continue;
    entries.push([key, plainValue(key, value as Json, depth)]);
  }
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries);
}

function plainValue(key: string, value: Json, depth: number): Json {
  if (depth >= MOST_DEPTH || CONTENT.test(key)) return value;
  if (typeof value === 'string') return PATHS.test(key) ? plainPath(value.trim()) : value.replace(/\s+/g, ' ').trim();
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => plainValue(key, each, depth + 1));
  return isJsonObject(value) ? plainObject(value, depth + 1) : value;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
