import type { JsonObject } from '../../../shared/json.ts';
import type { AgentProfile, ToolRole } from '../agent/agent-profile.ts';
import { exampleOf } from '../healing/preflight/preflight-guidance.ts';
import { requiredOf } from '../turn/check-arguments.ts';
import type { AdvertisedTool } from '../turn/turn.ts';
import type { Fault } from './classify-fault.ts';
import type { GuidePlace } from './fault-pattern.ts';
import { type Guidance, isIdentifier } from './guidance.ts';
import { toolProtocolDual } from './patterns/tool-protocol-dual.ts';
import { rolesOfTool } from './tool-role.ts';

const STUCK = '[MODEL_STUCK_LOOP]';
const CHANGE_STRATEGY = [
  'Stop: do not make this call again in this or a similar form.',
  'Say in one sentence what you wanted to reach, then take another way: another tool, another file, a smaller step.',
  'If there is none, tell the user what is missing and end your turn.',
];

/**
 * What the model reads about an error (contract 2.6): the first time a guide, the second time a stronger one, from the threshold
 * (`circuit.threshold`) on the circuit's directive.
 */
export function faultGuidance({ pattern, match }: Fault, occurrence: number, place: GuidePlace, threshold: number): Guidance {
  const words = pattern.guide(match, place);
  if (occurrence >= threshold) {
    return {
      pattern: pattern.id,
      occurrence,
      what: `${STUCK} ${words.what} This is the same mistake for the ${ordinal(occurrence)} time.`,
      why: words.why,
      next: [...CHANGE_STRATEGY, ...words.next.slice(0, 1)],
    };
  }
  const next = occurrence > 1 ? [pattern.strengthened, ...words.next] : words.next;
  return { pattern: pattern.id, occurrence, what: words.what, why: words.why, next };
}

/** The place without what makes hints: no other tool, no example, no list (`guidance.hints` false). */
export const plainPlace = ({ tool, args }: GuidePlace): GuidePlace => ({
  tool,
  args,
  required: [],
  example: '',
  offered: [],
  toolFor: () => '',
});

/** The fault without what the error suggests for the next try. */
export function withoutFinds(fault: Fault): Fault {
  const { suggestion: _suggestion, closest: _closest, list: _list, ...facts } = fault.match.facts;
  return { ...fault, match: { ...fault.match, facts } };
}

const ordinal = (count: number): string => {
  const tail = count % 100 > 10 && count % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${tail}`;
};

/** What a guide may know about the tools of a request. Built once a request. */
export class GuidePlaces {
  private readonly tools: readonly AdvertisedTool[];
  private readonly profile: AgentProfile;
  private readonly offered: readonly string[];
  private roles: ReadonlyMap<string, readonly ToolRole[]> | undefined;

  constructor(tools: readonly AdvertisedTool[], profile: AgentProfile) {
    this.tools = tools;
    this.profile = profile;
    this.offered = tools.map((tool) => tool.name).filter(isIdentifier);
  }

  of(tool: string, args: JsonObject | undefined): GuidePlace {
    const schema = this.tools.find((each) => each.name === tool)?.schema;
    const required = requiredOf(schema).filter(isIdentifier);
    const example = required.length === 0 ? '' : exampleOf(schema);
    return {
      tool: isIdentifier(tool) ? tool : 'the tool',
      args,
      required,
      example: example.length > 240 ? '' : example,
      offered: this.offered,
      toolFor: (...wanted) => this.toolFor(wanted),
    };
  }

  private toolFor(wanted: readonly ToolRole[]): string {
    this.roles ??= new Map(this.offered.map((name) => [name, rolesOfTool(name, this.profile)]));
    for (const role of wanted) for (const [name, roles] of this.roles) if (roles[0] === role) return name;
    for (const role of wanted) for (const [name, roles] of this.roles) if (roles.includes(role)) return name;
    return '';
  }
}

/** The guide for a reply that held a call twice (contract 2.3 check 3); always the first time, since nothing counts it. */
export const dualProtocolGuidance: Guidance = {
  pattern: toolProtocolDual.id,
  occurrence: 1,
  ...toolProtocolDual.guide(
    { variant: '', facts: {} },
    { tool: '', args: undefined, required: [], example: '', offered: [], toolFor: () => '' },
  ),
};
