import { identifiersOf } from '../fault-names.ts';
import type { FaultEvidence, FaultMatch, FaultPattern } from '../fault-pattern.ts';
import { nameOr } from '../guide-names.ts';

const UNKNOWN =
  /^(?:No such tool available: |[Uu]nknown tool:? ?['"`]?|unsupported call: |[Tt]ool ['"`]?|Model tried to call unavailable tool ['"`]?|tool not found: ?['"`]?|[Mm]ethod not found: ?['"`]?)(?<tool>[A-Za-z0-9_.:/-]{0,128})/;
const GONE =
  /^[Tt]ool ['"`]?(?<tool>[A-Za-z0-9_.:/-]{1,128})['"`]?(?: is)? (?:not found|disabled|does not exist|not available|unavailable|not registered|unknown)/;

/** `MCP error -32602: Tool quer not found` */
export const mcpToolMissing: FaultPattern = {
  id: 'EI/MCP_TOOL_MISSING/001',
  title: 'MCP tool or server not found',
  category: 'MCP_TOOL_MISSING',
  priority: 88,
  description: 'The named MCP server is not connected, or it has no such tool.',
  sample: 'MCP error -32602: Tool quer not found',
  wordings: [
    { trust: 'sure', variant: 'server', at: /^No connection found for server: ?(?<server>[A-Za-z0-9_.:/-]{1,100})/ },
    {
      trust: 'sure',
      variant: 'server',
      at: /^(?:MCP )?[Ss]erver ['"`]?(?<server>[A-Za-z0-9_.:/-]{1,100})['"`]?(?: is)? (?:not found|not connected|does not exist|not configured|disabled|unknown|not available)/,
    },
    { trust: 'sure', variant: 'server', at: /^(?:[Uu]nknown|[Nn]o such) (?:MCP )?server:? ?['"`]?(?<server>[A-Za-z0-9_.:/-]{1,100})/ },
    {
      trust: 'sure',
      variant: 'server',
      at: /^MCP server ['"`]?(?<server>[A-Za-z0-9_.:/-]{1,100})['"`]? (?:is )?not (?:configured|connected|found|available)/,
    },
    {
      trust: 'sure',
      variant: 'tool',
      at: /^(?:The )?[Tt]ool ['"`](?<tool>[A-Za-z0-9_.:/-]{1,128})['"`] (?:does not exist|is not (?:available|found)|is disabled|was not found|not found) on (?:MCP )?server ['"`]?(?<server>[A-Za-z0-9_.:/-]{0,100})/,
    },
    {
      trust: 'sure',
      variant: 'tool',
      at: /^MCP tool ['"`]?(?<tool>[A-Za-z0-9_.:/-]{1,128})['"`]?(?: is)? (?:not found|does not exist|disabled|unknown)/,
    },
  ],
  match: (evidence) => reported(evidence) ?? byName(evidence),
  cause: ({ variant, facts }) => `${variant} ${facts.server ?? ''} ${facts.tool ?? ''}`,
  scope: 'tool',
  guide({ variant, facts }, place) {
    const list = identifiersOf(facts.list);
    const offered = list.length > 0 ? list : place.offered.filter((name) => name.startsWith('mcp__') || name.includes('__'));
    const server = nameOr(facts.server, '');
    return {
      what:
        variant === 'server'
          ? `There is no connected MCP server ${server === '' ? 'of that name' : server}.`
          : `There is no MCP tool ${nameOr(facts.tool, 'of that name')}${server === '' ? '' : ` on the server ${server}`}.`,
      why: 'The name is not among those that are offered now: it was guessed, misspelt, or its server is switched off.',
      next: [
        offered.length > 0
          ? `Choose from this list: ${offered.slice(0, 20).join(', ')}.`
          : `Choose one of the offered tools: ${place.offered.slice(0, 20).join(', ') || 'see the tool list'}.`,
        'If none of them fits, do the step another way or tell the user which server is missing.',
      ],
    };
  },
  strengthened: 'Re-read the tool list now and take a name from it, letter by letter.',
};

/** Roo and its forks answer with a typed object and the real list. */
function reported({ message, mcp, roles }: FaultEvidence): FaultMatch | undefined {
  const typed =
    /^\{(?=[\s\S]{0,400}?"type": ?"(?<type>unknown_tool|unknown_server|unknown_mcp_tool|unknown_mcp_server|server_not_found|tool_not_found)")/.exec(
      message,
    )?.groups?.['type'];
  if (typed !== undefined) {
    const field = (names: string): string | undefined =>
      new RegExp(`"(?:${names})": ?"(?<value>[A-Za-z0-9_.:/-]{1,128})"`).exec(message.slice(0, 2000))?.groups?.['value'];
    const list =
      /"(?:available_?[Tt]ools|available_?[Ss]ervers|available|tools|servers)": ?(?:\[(?<list>[^\]]{0,1500})\]|"(?<text>[^"]{0,1500})")/.exec(
        message,
      )?.groups;
    return {
      variant: typed.includes('server') ? 'server' : 'tool',
      facts: {
        tool: field('tool|tool_name|toolName|name|requested_tool'),
        server: field('server|server_name|serverName|requested_server'),
        list: list?.['list'] ?? list?.['text'],
      },
    };
  }
  // A program of the shell that speaks MCP says so of a tool of its own.
  if (!mcp || roles.includes('shell')) return undefined;
  const tool = (GONE.exec(message) ?? /^[Uu]nknown tool:? ?['"`]?(?<tool>[A-Za-z0-9_.:/-]{1,128})/.exec(message))?.groups?.['tool'];
  return tool === undefined ? undefined : { variant: 'tool', facts: { tool } };
}

const CONTENT = new Set(['read', 'list', 'search', 'fetch']);

/** An unknown-tool text of a call that bears an MCP name, or of a server that an offered tool reached. */
function byName({ message, tool, advertised, roles, flag }: FaultEvidence): FaultMatch | undefined {
  const named = UNKNOWN.exec(message);
  if (named === null) return undefined;
  if (/^[Tt]ool /.test(message) && !GONE.test(message)) return undefined;
  const name = named.groups?.['tool'] ?? '';
  // A page or a file that was fetched may well begin so, about another name.
  if (flag !== true && advertised.has(tool) && roles.some((role) => CONTENT.has(role)) && !tool.endsWith(name)) return undefined;
  const viaMcp = tool.startsWith('mcp__') || tool.startsWith('mcp_') || tool === 'use_mcp_tool' || tool === 'call_mcp_tool';
  // A server says it about its own name for the tool, not about the name that was called.
  const foreign =
    name !== '' &&
    (flag === true || tool.endsWith(name)) &&
    name !== tool &&
    advertised.has(tool) &&
    roles.length === 0 &&
    !/^No such|^unsupported|^Model/.test(message);
  return viaMcp || foreign ? { variant: 'tool', facts: { tool: name === '' ? tool : name } } : undefined;
}
