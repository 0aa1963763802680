import type { SideEffect } from '../../../shared/vocabulary.ts';
import type { AgentProfile, ToolRole } from './agent-profile.ts';

const READING: ReadonlySet<ToolRole> = new Set<ToolRole>(['read', 'list', 'search']);

/** What the profile says that a tool is for; empty for tools that it does not know. */
export const toolRoles = (name: string, profile: AgentProfile): readonly ToolRole[] =>
  Object.hasOwn(profile.tools, name) ? (profile.tools[name] ?? []) : [];

/**
 * What a tool does to the world (approval card 4.3; `always` rules and splitting are for reading tools only, contract 2.3 and 2.5.2). The profile's
 * word counts; else the words of the name, where `reads` needs a reading verb first and no changing word anywhere. In doubt: `unknown`.
 */
export function sideEffectOf(name: string, profile: AgentProfile): SideEffect {
  const roles = toolRoles(name, profile);
  if (roles.length > 0)
    return roles.every((role) => READING.has(role)) ? 'reads' : roles.every((role) => role === 'ask') ? 'unknown' : 'writes';
  const words = wordsOf(name);
  if (words.some((word) => CHANGING.has(word))) return 'writes';
  return READING_VERBS.has(words[0] ?? '') ? 'reads' : 'unknown';
}

/** Words of `readFile`, `read_file`, `mcp__server__read_file`: the server's name of an MCP tool says nothing. */
function wordsOf(name: string): readonly string[] {
  const own = name.startsWith('mcp__') ? name.slice(name.lastIndexOf('__') + 2) : name;
  return own
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

const READING_VERBS: ReadonlySet<string> = new Set(
  'read view cat open get list ls glob grep search find lookup query show describe count head tail tree stat diff status inspect check'.split(
    ' ',
  ),
);
const CHANGING: ReadonlySet<string> = new Set(
  (
    'write edit create update delete remove rm move mv rename copy cp patch apply replace insert append set put post push commit merge rebase reset ' +
    'send submit publish deploy install uninstall run exec execute bash shell terminal command commands kill stop start restart save upload add ' +
    'drop truncate grant revoke enable disable close cancel approve and then or'
  ).split(' '),
);
