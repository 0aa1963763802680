import type { ApprovalRule } from '../../shared/approval.ts';
import type { AdmissionReason } from '../../shared/vocabulary.ts';
import type { SettingAccess } from './setting-access.ts';

/** Remembered rules: those for always stand in the settings (`approval.rules`), those of a session end with the program. */
export interface RuleBook {
  list(): readonly ApprovalRule[];
  /** The problem in plain words when the rule could not be kept. */
  add(rule: ApprovalRule): string | undefined;
  /** False: there is no such rule. */
  remove(id: string): boolean;
}

const maxSessionRules = 1000;

export function createRuleBook(settings: SettingAccess): RuleBook {
  const ofSessions: ApprovalRule[] = [];
  // The settings' shape check lets any word stand as a code; one that is no code matches nothing.
  const always = (): readonly ApprovalRule[] =>
    settings.current()['approval.rules'].map((rule) => ({ ...rule, failing: rule.failing as AdmissionReason[] }));
  return {
    list: () => [...ofSessions, ...always()],
    add: (rule) => {
      if (rule.session === undefined) {
        const kept = settings.set('approval.rules', [...always(), rule]);
        return kept.ok ? undefined : `The rule can't be kept: ${kept.error.rule}`;
      }
      ofSessions.push(rule);
      if (ofSessions.length > maxSessionRules) ofSessions.shift();
      return undefined;
    },
    remove: (id) => {
      const at = ofSessions.findIndex((rule) => rule.id === id);
      if (at >= 0) return ofSessions.splice(at, 1).length > 0;
      const stored = always();
      if (!stored.some((rule) => rule.id === id)) return false;
      return settings.set(
        'approval.rules',
        stored.filter((rule) => rule.id !== id),
      ).ok;
    },
  };
}
