import type { HealingRule } from '../healing-rule.ts';

/** What the console shows of this rule. It changes no call, so it is none of `HEALING_RULES`: the request side acts on it. */
export const OBSERVE_RULE = {
  id: 'observe-then-retry',
  safety: 'review',
  unlessSet: 'off',
  title: 'Read the file, then repeat the edit',
  description:
    "When an edit failed only because the file was not read yet, Signalbox answers in the model's place: first a call of the agent's own reading " +
    'tool, then the same edit once more, byte for byte. Only for edits that name the text they replace, without thinking, once for a file. Off unless ' +
    'set to on, since it puts calls of Signalbox into the conversation; it cannot ask.',
  before: 'Edit → File has not been read yet.',
  after: 'Read {"file_path":"/a.ts"} → Edit, as it was',
} as const satisfies Pick<HealingRule, 'id' | 'safety' | 'title' | 'description' | 'before' | 'after'> & { readonly unlessSet: 'off' };
