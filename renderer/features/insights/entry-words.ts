import type { EntryBody } from '../../../shared/journal-entry.ts';

/** What an entry of the journal says, by its type. */
const words: { readonly [T in EntryBody['type']]: string } = {
  'turn-started': 'Turn began',
  'turn-ended': 'Turn ended',
  'tool-call-seen': 'Call seen',
  'tool-call-delivered': 'Call settled',
  'tool-call-recovered': 'Call recovered',
  'tool-call-healed': 'Call healed',
  'tool-call-held': 'Call held',
  'tool-call-refused': 'Call refused',
  'tool-call-cancelled': 'Call cancelled',
  'tool-call-answered': 'Call answered here',
  'tool-call-made': 'Call made by Signalbox',
  'approval-settled': 'Approval settled',
  'leak-passed': 'Text left as it is',
  'tool-result-seen': 'Result seen',
  'fault-classified': 'Fault',
  'guidance-sent': 'Guidance sent',
  'circuit-opened': 'Circuit opened',
  'circuit-closed': 'Circuit closed',
  'loop-detected': 'Loop',
  'history-repaired': 'History repaired',
  'reask-sent': 'Model asked again',
  'upstream-failed': 'Upstream fault',
  'upstream-retried': 'Upstream asked again',
  'stream-normalised': 'Stream put right',
  'secret-redacted': 'Secret blanked',
  'limit-reached': 'Limit reached',
  'stage-failed': 'Stage failed',
  'bypass-suspected': 'Bypass suspected',
  'steer-sent': 'Steered',
  'settings-changed': 'Settings changed',
};

/** One of a newer gateway by its own name. */
export const entryWords = (type: string): string =>
  Object.hasOwn(words, type) ? words[type as EntryBody['type']] : type.replaceAll('-', ' ');
