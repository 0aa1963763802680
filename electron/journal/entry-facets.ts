import type { EntryBody } from '../../shared/journal-entry.ts';
import { assertNever } from '../../shared/result.ts';

/** What an entry can be filtered and tallied by, besides its head and its turn. '' where it has none. */
export interface EntryFacets {
  readonly tool: string;
  /** A word of the state chips: arriving, delivered, recovered, healed, held, refused, cancelled, expired, rejected, answered, withdrawn, stuck. */
  readonly state: string;
  /** Fault pattern, reason code, rule, cause or outcome: the word that says what kind of thing this was. */
  readonly category: string;
  readonly format: string;
}

/** The facets of one entry, by its type alone. */
export function facetsOf(entry: EntryBody): EntryFacets {
  switch (entry.type) {
    case 'tool-call-seen':
      return facets(entry.call.name, 'arriving');
    case 'tool-call-delivered':
      return facets(entry.call.name, entry.state);
    case 'tool-call-recovered':
      return facets(entry.call.name, 'recovered', entry.reason, entry.format);
    case 'tool-call-healed':
      return facets(entry.call.name, 'healed', entry.rule);
    case 'tool-call-held':
      return facets(entry.call.name, 'held', entry.approval.reason, entry.approval.format);
    case 'approval-settled':
      return facets(entry.call.name, settledStates[entry.verdict], entry.verdict, entry.format ?? '');
    case 'tool-call-refused':
      return facets(entry.call?.name ?? '', 'refused', entry.reason, entry.format);
    case 'leak-passed':
      return facets('', '', entry.reason, entry.format);
    case 'tool-call-cancelled':
      return facets(entry.call.name, 'cancelled', entry.cause);
    case 'tool-call-answered':
      return facets(entry.call.name, 'answered', entry.pattern);
    case 'tool-call-made':
      return facets(entry.call.name, 'delivered', entry.rule);
    case 'tool-result-seen':
      return facets(entry.tool, entry.made === true ? 'made' : '');
    case 'fault-classified':
      return facets(entry.tool, '', entry.pattern);
    case 'guidance-sent':
      return facets('', '', entry.pattern);
    case 'circuit-opened':
      return facets(entry.tool, 'stuck', entry.pattern);
    case 'circuit-closed':
      return facets('', '', entry.cause);
    case 'loop-detected':
      return facets('', 'stuck', entry.kind);
    case 'upstream-failed':
      return facets('', '', entry.pattern ?? entry.cause);
    case 'reask-sent':
    case 'upstream-retried':
      return facets('', '', entry.cause);
    case 'turn-ended':
      return facets('', '', entry.outcome);
    case 'limit-reached':
      return facets('', '', entry.kind);
    case 'stage-failed':
      return facets('', '', entry.stage);
    case 'turn-started':
    case 'history-repaired':
    case 'stream-normalised':
    case 'secret-redacted':
    case 'bypass-suspected':
    case 'steer-sent':
    case 'settings-changed':
      return facets('', '');
    default:
      return assertNever(entry);
  }
}

const facets = (tool: string, state: string, category = '', format = ''): EntryFacets => ({ tool, state, category, format });

/** An approved or overridden call goes on: its last state comes with `tool-call-delivered`. */
const settledStates = {
  approve: '',
  override: '',
  reject: 'rejected',
  text: 'rejected',
  expired: 'expired',
  withdrawn: 'withdrawn',
} as const;

/** Fields whose text a person looks for. Ids, hashes and schemas are left out: they only blow up the index. */
const searched = new Set([
  'arguments',
  'name',
  'tool',
  'title',
  'excerpt',
  'text',
  'message',
  'detail',
  'cause',
  'guidance',
  'evidence',
  'changes',
  'before',
  'after',
  'original',
  'reason',
  'pattern',
  'rule',
  'keys',
  'kinds',
]); // prettier-ignore
const maxSearchText = 4096;

/** The words under which `text:` finds an entry, at most 4,096 characters, of the redacted entry. */
export function searchTextOf(entry: EntryBody): string {
  const parts: string[] = [];
  let left = maxSearchText;
  const take = (text: string): void => {
    if (left <= 0 || text === '') return;
    parts.push(text.slice(0, left));
    left -= text.length + 1;
  };
  const walk = (value: unknown, wanted: boolean): void => {
    if (typeof value === 'string') {
      if (wanted) take(value);
    } else if (Array.isArray(value)) for (const item of value) walk(item, wanted);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) if (key !== 'checks' && key !== 'schema') walk(item, searched.has(key));
    }
  };
  walk(entry, false);
  return parts.join(' ');
}
