import { agentProfile } from './agent-profile.ts';
import { faultPattern } from './fault-pattern.ts';
import { healingRule } from './healing-rule.ts';
import { leakFormat } from './leak-format.ts';
import type { PluginKind } from './plugin-kind.ts';

/** The catalogues that `npm run new` can add to. */
export const PLUGIN_KINDS: readonly PluginKind[] = [leakFormat, faultPattern, healingRule, agentProfile];
