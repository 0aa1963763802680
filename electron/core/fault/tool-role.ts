import type { AgentProfile, ToolRole } from '../agent/agent-profile.ts';
import { agentProfiles } from '../agent/profiles/index.ts';
import { toolRoles } from '../agent/side-effect.ts';

/** Roles by exact name over all known agents: an agent that is not recognised often bears another's tools. */
const known: ReadonlyMap<string, readonly ToolRole[]> = collect();

function collect(): ReadonlyMap<string, readonly ToolRole[]> {
  const roles = new Map<string, readonly ToolRole[]>();
  for (const profile of agentProfiles) {
    for (const [name, own] of Object.entries(profile.tools)) roles.set(name, [...new Set([...(roles.get(name) ?? []), ...own])]);
  }
  return roles;
}

/** What a tool is for: by the agent's profile, any profile, else by the words of its name. Empty: nobody knows. */
export function rolesOfTool(name: string, profile: AgentProfile): readonly ToolRole[] {
  const own = toolRoles(name, profile);
  if (own.length > 0) return own;
  const other = known.get(name);
  if (other !== undefined) return other;
  const words = new Set(wordsOf(name));
  // Code is also what is searched and read.
  if (words.has('code') && LOOKING.some((word) => words.has(word))) words.delete('code');
  return WORDS.filter(([, names]) => names.some((word) => words.has(word)))
    .slice(0, 1)
    .map(([role]) => role);
}

const LOOKING = ['search', 'find', 'grep', 'read', 'view', 'list', 'show', 'review'];

/** The first that fits counts: `execute_ipython_cell` is a code tool, `search_files` searches. */
const WORDS: readonly (readonly [ToolRole, readonly string[]])[] = [
  ['code', ['ipython', 'python', 'jupyter', 'interpreter', 'repl', 'code', 'javascript', 'notebook_run']],
  [
    'shell',
    [
      'bash',
      'shell',
      'sh',
      'zsh',
      'terminal',
      'powershell',
      'cmd',
      'exec',
      'execute',
      'command',
      'commands',
      'process',
      'stdin',
      'console',
    ],
  ],
  ['fetch', ['fetch', 'web', 'browser', 'http', 'url', 'curl', 'crawl', 'scrape', 'download', 'visit', 'page', 'webpage']],
  ['search', ['grep', 'search', 'find', 'glob', 'rg', 'ripgrep', 'query', 'lookup']],
  ['edit', ['edit', 'editor', 'replace', 'patch', 'apply', 'insert', 'diff', 'multiedit', 'modify', 'update']],
  ['write', ['write', 'create', 'save', 'append']],
  ['list', ['list', 'ls', 'dir', 'directory', 'tree']],
  ['read', ['read', 'view', 'cat', 'open', 'show']],
  ['delegate', ['task', 'agent', 'subagent', 'delegate', 'skill']],
  ['ask', ['ask', 'question', 'followup', 'completion', 'respond']],
  ['plan', ['todo', 'todos', 'plan', 'mode']],
];

/** Words of `readFile`, `read_file`, `mcp__server__read_file`; the server's name says nothing. */
function wordsOf(name: string): readonly string[] {
  const own = name.includes('__') ? name.slice(name.lastIndexOf('__') + 2) : name;
  return own
    .slice(0, 128)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
