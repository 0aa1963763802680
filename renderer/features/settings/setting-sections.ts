import type { Json } from '../../../shared/json.ts';

/** The sections of the place, in order; a setting stands in the first section whose prefix it has. What no section names comes last. */
export const settingSections: readonly { readonly name: string; readonly hint: string; readonly prefixes: readonly string[] }[] = [
  { name: 'Approval', hint: 'what waits for a person, and for how long; remembered rules stand under Rules', prefixes: ['approval.'] },
  { name: 'Recovery', hint: 'calls that leaked as text; single formats are switched under Rules', prefixes: ['recovery.', 'reask.'] },
  {
    name: 'Calls and streams',
    hint: 'native calls, keep-alives, stalls, resends',
    prefixes: ['calls.', 'repair.', 'healing', 'preflight.', 'keepAlive.', 'stall.', 'retry.'],
  },
  {
    name: 'Guidance, circuit',
    hint: 'what the model is told, and when it is stopped; single patterns and tools stand under Rules',
    prefixes: ['guidance.', 'circuit.', 'loop.'],
  },
  { name: 'Journal', hint: 'what is kept, and for how long', prefixes: ['journal.'] },
  { name: 'Redaction', hint: 'secrets towards the model', prefixes: ['redact.'] },
  { name: 'OTLP', hint: 'nothing leaves this machine unless an endpoint is set', prefixes: ['otlp.'] },
  { name: 'Notifications', hint: 'when this window is not in front', prefixes: ['notify.'] },
  { name: 'Look', hint: 'this console', prefixes: ['look.'] },
  { name: 'Desktop', hint: 'the program on this machine', prefixes: ['desktop.'] },
  { name: 'Gateway', hint: 'who may call it', prefixes: ['gateway.'] },
];

/** The allowed values of settings that are one of a few, shown as a choice instead of a field; with the word for a value that is none. */
export const settingChoices: { readonly [key: string]: readonly (string | readonly [value: string, word: string])[] } = {
  'recovery.mode': ['auto', 'ask', 'off'],
  'approval.whenNoConsole': ['refuse', 'wait'],
  'approval.onExpiry': [
    ['reask', 'ask again'],
    ['text', 'pass as text'],
  ],
  'calls.hold': [
    ['reply', 'reply'],
    ['perCall', 'call'],
    ['off', 'not at all'],
  ],
  'repair.concatenated': [
    ['guide', 'tell'],
    ['split', 'split'],
  ],
  'guidance.format': [
    ['json', 'JSON'],
    ['text', 'text'],
  ],
  'journal.bodies': [
    ['redacted', 'blanked'],
    ['none', 'not kept'],
  ],
  'journal.passthrough': [
    ['summary', 'counted'],
    ['full', 'in full'],
  ],
  'look.theme': ['system', 'dark', 'light'],
  'look.rowHeight': ['compact', 'comfortable'],
};

/** A value of a setting as a person reads it: in its unit, or by the word of the choice. */
export function valueWords(key: string, value: Json): string {
  const word = (settingChoices[key] ?? []).find((choice) => typeof choice !== 'string' && choice[0] === value);
  if (word !== undefined && typeof word !== 'string') return word[1];
  const unit = unitOf(key);
  if (typeof value === 'number') return unit === undefined ? String(value) : `${value / unitFactors[unit]} ${unit}`;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null) return 'not set';
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Names for people; a key without one is shown by its last part. */
export const settingNames: { readonly [key: string]: string } = {
  'approval.timeoutMs': 'Deadline',
  'approval.whenNoConsole': 'No console present',
  'approval.presenceMs': 'Console counts as present',
  'approval.onExpiry': 'Nobody decided',
  'approval.rules': 'Remembered rules',
  'recovery.mode': 'Recovery',
  'recovery.formats': 'Formats',
  'recovery.proseCeiling': 'Most prose',
  'recovery.maxHeldBytes': 'Most held back',
  'reask.max': 'Re-asks a turn',
  'calls.hold': 'Native calls wait for',
  'repair.arguments': 'Repair arguments',
  'repair.concatenated': 'Several calls in one',
  healing: 'Healing rules',
  'preflight.block': 'Preflight',
  'guidance.enabled': 'Guidance',
  'guidance.format': 'Guidance as',
  'guidance.hints': 'Error hints',
  'guidance.prompt': 'Prompt guidance',
  'circuit.threshold': 'Circuit opens at',
  'loop.guideAt': 'Loop: guide at',
  'loop.openAt': 'Loop: block at',
  'loop.tools': 'Thresholds of single tools',
  'keepAlive.intervalMs': 'Keep-alive',
  'stall.firstByteMs': 'Stall before first byte',
  'stall.idleMs': 'Stall while streaming',
  'stall.graceMs': 'Wait for the end',
  'retry.max': 'Send again',
  'journal.maxBytes': 'Size',
  'journal.maxDays': 'Keep',
  'journal.bodies': 'Bodies',
  'journal.passthrough': 'Untouched calls',
  'gateway.token': 'Agent token',
  'gateway.allowedHosts': 'Allowed hosts',
  'gateway.allowedOrigins': 'Allowed origins',
  'redact.towardsModel': 'Towards the model',
  'otlp.endpoint': 'Endpoint',
  'otlp.content': 'Send content',
  'look.theme': 'Theme',
  'look.rowHeight': 'Row height',
  'desktop.openAtLogin': 'Open at login',
  'notify.approvals': 'Approvals',
  'notify.alerts': 'Alerts',
  'notify.sound': 'Sound',
  'notify.details': 'Show tool and arguments',
};

/** Why a value is refused, in the unit that was typed; the default and the description stand beside it already. */
export function problemWords(key: string, message: string): string {
  const said = message.split('; default')[0] ?? message;
  const unit = unitOf(key);
  const inUnit = unit === undefined ? said : said.replace(/\d+(?:\.\d+)?/g, (number) => `${Number(number) / unitFactors[unit]} ${unit}`);
  return inUnit.replace(/^Too big: expected \w+ to be <=?/, 'At most ').replace(/^Too small: expected \w+ to be >=?/, 'At least ');
}

type Unit = 's' | 'days' | 'MiB';

/** What one of the unit is in the setting's own measure: milliseconds, days, bytes. */
export const unitFactors: { readonly [U in Unit]: number } = { s: 1000, days: 1, MiB: 1_048_576 };

/** The unit in which a number is shown and typed. */
export const unitOf = (key: string): Unit | undefined =>
  key.endsWith('Ms') ? 's' : key.endsWith('Days') ? 'days' : key.endsWith('Bytes') ? 'MiB' : undefined;
