import { readFileSync } from 'node:fs';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { configTexts, valueAt } from '../config-text/edit-config.ts';
import type { AgentHome, AttachProfile, BaseUrlEntry, BaseUrlVariable, RunAddition } from './attach-profile.ts';
import { type GatewayAddress, isAtGateway, type PlacedSlot, placeSlots } from './place-upstream.ts';
import { commonVariables } from './profiles/index.ts';

type Environment = AgentHome['environment'];

/** The places that `run` fills: variables, and entries of the agent's file that are said on its command line. */
export interface RunPlan {
  readonly variables: readonly BaseUrlVariable[];
  readonly entries: readonly BaseUrlEntry[];
  /** What stood in each of them, in this order. */
  readonly previous: readonly (string | undefined)[];
}

/** Looks at the environment and, for an agent that reads no variables, at its file. The error says why that file can not be read. */
export function planRun(profile: AttachProfile | undefined, home: AgentHome): Result<RunPlan, string> {
  const variables = [...commonVariables, ...(profile?.variables ?? [])];
  const inEnvironment = variables.map(({ name }) => home.environment[name] || undefined);
  if (profile?.file === undefined || profile.onRun === undefined) return ok({ variables, entries: [], previous: inEnvironment });
  const { file } = profile;
  const text =
    file
      .places(home)
      .map(textOf)
      .find((found) => found !== undefined) ?? '';
  const config = configTexts[file.format].read(text);
  if (!config.ok) return fail(`the settings of ${profile.title} can not be read: ${config.error}`);
  const entries = file.entries(config.value);
  return ok({ variables, entries, previous: [...inEnvironment, ...entries.map(({ path }) => valueAt(config.value, path))] });
}

/** The first variable that holds no address: nothing can be put in front of it, and the name is what its owner knows. */
export function badVariable({ variables, previous }: RunPlan): { readonly name: string; readonly value: string } | undefined {
  for (const [index, { name }] of variables.entries()) {
    const value = previous[index];
    if (value !== undefined && !/^https?:$/.test(URL.parse(value)?.protocol ?? '')) return { name, value };
  }
  return undefined;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Slots that point at this very gateway already keep what they have: `run` inside `run`, or a connected agent. */
export function placeRun(
  plan: RunPlan,
  gateway: GatewayAddress,
): { readonly placed: readonly (PlacedSlot | undefined)[]; readonly added: readonly { readonly name: string; readonly url: string }[] } {
  const slots = [...plan.variables, ...plan.entries].map((slot, index) => [slot, plan.previous[index]] as const);
  const own = slots.map(([, previous]) => isAtGateway(previous, gateway.url));
  const results = placeSlots(
    slots.filter((_, index) => own[index] !== true),
    gateway,
  );
  let next = 0;
  const placed = own.map((isOwn) => (isOwn ? undefined : results[next++]));
  return { placed, added: results.flatMap(({ added }) => added ?? []) };
}

/** The child's environment and the words behind its name. */
export function additionOf(
  plan: RunPlan,
  placed: readonly (PlacedSlot | undefined)[],
  profile: AttachProfile | undefined,
  gateway: GatewayAddress,
  environment: Environment,
): Required<{ [K in keyof RunAddition]: NonNullable<RunAddition[K]> }> {
  const urls = placed.map((slot, index) => slot?.url ?? plan.previous[index] ?? '');
  const variables = Object.fromEntries(plan.variables.map(({ name }, index) => [name, urls[index] ?? '']));
  const entries = plan.entries.map(({ path }, index) => ({ path, url: urls[plan.variables.length + index] ?? '' }));
  const extra = entries.length > 0 ? profile?.onRun?.(entries) : undefined;
  return {
    environment: { ...variables, ...directConnection(environment), ...placeholderKeys(gateway, environment), ...extra?.environment },
    arguments: extra?.arguments ?? [],
  };
}

/** A proxy must not stand between the agent and this machine. */
function directConnection(environment: Environment): Record<string, string> {
  const names = ['NO_PROXY', 'no_proxy'];
  if (!['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'].some((name) => environment[name])) return {};
  return Object.fromEntries(names.map((name) => [name, [environment[name], '127.0.0.1', 'localhost'].filter(Boolean).join(',')]));
}

/** Where the default upstream's key is stored here, agents that insist on a key of their own get the gateway token. */
function placeholderKeys(gateway: GatewayAddress, environment: Environment): Record<string, string> {
  const token = gateway.tokenFor(undefined);
  if (token === undefined) return {};
  const isSet = (...names: readonly string[]) => names.some((name) => environment[name]);
  return {
    ...(isSet('ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN') ? {} : { ANTHROPIC_AUTH_TOKEN: token }),
    ...(isSet('OPENAI_API_KEY') ? {} : { OPENAI_API_KEY: token }),
  };
}
