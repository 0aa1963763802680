import { identifiersOf } from '../fault-names.ts';
import type { FaultPattern, Wording } from '../fault-pattern.ts';
import { nameOr, offeredStep } from '../guide-names.ts';
import { inOtherLanguages } from '../wordings-in-other-languages.ts';

const NAME = '[\'"`“]?(?<tool>[A-Za-z0-9_.:/$-]{0,128})[\'"`”]?';
const LIST =
  '(?:[^\\n]{0,80}?(?:one of|tools?|[Aa]vailable(?: tools)?|mean)(?: the available tools)?(?: are)?:? ?(?<list>[^\\n]{1,1500}))?';
const wording = (source: string, trust: 'sure' | 'likely' = 'sure', flags = ''): Wording => ({
  at: new RegExp(source.replaceAll('NAME', NAME).replaceAll('LIST', LIST), flags),
  trust,
});

/** `<tool_use_error>Error: No such tool available: Bash</tool_use_error>` */
export const unknownTool: FaultPattern = {
  id: 'EI/UNKNOWN_TOOL/001',
  title: 'Unknown tool',
  category: 'UNKNOWN_TOOL',
  priority: 86,
  description: 'The model called a tool that is not offered, or not offered here.',
  sample: '<tool_use_error>Error: No such tool available: Bash</tool_use_error>',
  wordings: [
    wording('^No such tool(?: available)?: ?NAMELIST'),
    wording('^[Uu]nknown tool:? NAME(?:: only `(?<detail>[\\w.-]{1,80})` is callable directly)?LIST'),
    wording('^[Uu]nknown (?:function|tool name|tool call):? NAMELIST'),
    wording(
      "^(?:The )?[Tt]ool NAME(?: is| was)? (?:not found|unknown|not available|unavailable|not registered|not recognized|not defined|not supported|does not exist|doesn't exist|not in registry|not enabled)(?! in \\w{1,40} mode)LIST",
    ),
    wording('^[Tt]ool not found(?: in registry)?: ?NAMELIST'),
    wording('^Model tried to call unavailable tool NAME\\.?LIST'),
    wording('^unsupported (?:call|tool|function(?: call)?): ?NAMELIST'),
    wording('^NAME is not a (?:valid|known|registered|recognized|supported) (?:tool|function)(?: name)?LIST'),
    wording('^This tool does not exist'),
    wording(
      '^(?:There is )?[Nn]o tool (?:named|called|with(?: the)?(?: name)?) NAME(?: found| is found| exists| is available| available)?LIST',
    ),
    wording("^Action NAME (?:don't|does not|doesn't) exist, these are the only available ActionsLIST"),
    wording('^(?:Invalid|Unrecognized|Nonexistent|Undefined) tool(?: name:?|:) NAMELIST'),
    wording(
      '^(?:Function|Command) NAME (?:is )?(?:not found|not registered|not defined) in (?:the )?(?:tool|function|agent)[^\\n]{0,80}LIST',
    ),
    wording('^there is not a tool named NAME'),
    wording('^The tool, NAME is not supported'),
    wording('^Could not find function to call: NAME'),
    wording('^[Ff]unction NAME (?:is |was )?(?:not found|not defined|unknown)(?:\\.|$)', 'likely'),
    wording('^(?:Function call requested for function|Requested function) NAME (?:was )?not foundLIST'),
    wording('^(?:Your action could not be parsed properly: )?Command NAME not found in (?:the )?list of available commands'),
    wording('^[Tt]ool with name NAME (?:was )?not foundLIST'),
    wording('^Could not find (?:a |the )?tool(?: named| called|:)? NAMELIST'),
    wording('^Attempted to call (?:an )?(?:unknown|unavailable|undefined|non-existent) tool:? NAMELIST'),
    ...inOtherLanguages('UNKNOWN_TOOL'),
    wording('^(?:工具|未知工具)(?:不存在|未找到)?[:：]? ?NAME(?:不存在|未找到)?$'),
  ],
  match({ message, roles }) {
    if (
      / is not allowed in | not allowed in \w{1,40} mode|^Tool ["'`]?[\w.-]{1,80}["'`]? is (?:disabled by|restricted|blocked|not permitted)/.test(
        message.slice(0, 400),
      )
    )
      return 'no';
    // Names of shells and programs: `sh: 1: foo: not found` is output, not a tool.
    return roles.includes('shell') && /command not found|: not found$/.test(message.slice(0, 200)) ? 'no' : undefined;
  },
  cause: ({ facts }) => facts.tool ?? '',
  scope: 'tool',
  guide({ facts }, place) {
    const wanted = nameOr(facts.tool === undefined || facts.tool === '' ? place.tool : facts.tool, 'of that name');
    const reported = identifiersOf(facts.list).filter(
      (name) =>
        !['one', 'of', 'or', 'the', 'and', 'are', 'available', 'tools', 'Did', 'you', 'mean', 'Use', 'use', 'instead'].includes(name),
    );
    const names = place.offered.length > 0 ? place.offered : reported;
    const carrier = facts.detail !== undefined && place.offered.includes(facts.detail) ? facts.detail : '';
    return {
      what: `There is no tool ${wanted} that can be called here.`,
      why:
        carrier === ''
          ? 'Only the tools of the tool list of this conversation can be called, with exactly their names.'
          : `Only "${carrier}" is callable directly.`,
      next: [
        ...(carrier === '' ? [] : [`Call "${carrier}" and use ${wanted} from inside it.`]),
        ...offeredStep({ ...place, offered: names }),
        'Take the name of the tool that does the step from the list of tools, letter by letter.',
      ],
    };
  },
  strengthened: 'Re-read the tool schema now: call only tools that stand in the list.',
};
