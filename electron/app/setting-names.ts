import type { SettingProblem, Settings } from '../../shared/settings.ts';
import { faultPatterns } from '../core/fault/patterns/index.ts';
import { OBSERVE_RULE } from '../core/healing/observe/observe-rule.ts';
import { HEALING_RULES } from '../core/healing/rules/index.ts';
import { LEAK_FORMATS } from '../core/leak/formats/index.ts';
import { upstreamProfiles } from '../core/upstream/profiles/index.ts';

const idsOf = (listed: readonly { readonly id: string }[]): readonly string[] => listed.map(({ id }) => id);
const formats = idsOf(LEAK_FORMATS);
const rules = idsOf([...HEALING_RULES, OBSERVE_RULE]);
const patterns = idsOf(faultPatterns);
const profiles = idsOf(upstreamProfiles);

/**
 * The first name in the settings that names nothing here: a switch for a format, rule or pattern that does not exist would look set and do
 * nothing, and what was to be off would go on acting (interfaces 4.1: a bad setting names the key and what it allows).
 */
export function unknownNameIn(settings: Settings): SettingProblem | undefined {
  const { upstreams } = settings;
  return (
    missing('recovery.formats', Object.keys(settings['recovery.formats']), 'format', formats) ??
    missing('healing', Object.keys(settings.healing), 'healing rule', rules) ??
    missing('guidance.patterns', Object.keys(settings['guidance.patterns']), 'fault pattern', patterns) ??
    first(Object.entries(upstreams), ([name, { formats: switches, profile }]) => {
      const at = `upstreams.${name}`;
      if (profile !== undefined && !profiles.includes(profile))
        return { key: `${at}.profile`, rule: `there is no profile "${profile}"; known: ${profiles.join(', ')}` };
      return missing(`${at}.formats`, Object.keys(switches ?? {}), 'format', formats);
    })
  );
}

function missing(key: string, names: readonly string[], kind: string, known: readonly string[]): SettingProblem | undefined {
  const name = names.find((each) => !known.includes(each));
  return name === undefined ? undefined : { key: `${key}.${name}`, rule: `there is no ${kind} "${name}"; known: ${known.join(', ')}` };
}

function first<T>(items: readonly T[], look: (item: T) => SettingProblem | undefined): SettingProblem | undefined {
  for (const item of items) {
    const found = look(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
