import type { JsonObject } from '../../../../shared/json.ts';
import type { AgentProfile } from '../../agent/agent-profile.ts';
import { toolRoles } from '../../agent/side-effect.ts';
import { checkArguments } from '../../turn/check-arguments.ts';
import type { AdvertisedTool } from '../../turn/turn.ts';
import { type NamedPath, pathParameter } from './anchored-edit.ts';

/** A call without its id. */
export interface UnnamedCall {
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

/**
 * A call that reads this file with the agent's own reading tool: one that the agent's profile knows, that is offered, and whose schema is satisfied
 * by the path alone. Undefined: there is none.
 */
export function readCallFor(file: NamedPath, tools: readonly AdvertisedTool[], profile: AgentProfile): UnnamedCall | undefined {
  for (const { name, kind, schema } of tools) {
    if (kind !== 'function' || !toolRoles(name, profile).every((role) => role === 'read') || toolRoles(name, profile).length === 0)
      continue;
    const key = pathParameter(schema, file.key);
    if (key === undefined) continue;
    const args: JsonObject = { [key]: file.path };
    if (checkArguments(schema, args).length === 0) return { name, arguments: JSON.stringify(args) };
  }
  return undefined;
}
