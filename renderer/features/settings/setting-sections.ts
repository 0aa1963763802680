/** The sections of the place, in order; a setting stands in the first section whose prefix it has. What no section names comes last. */
export const settingSections: readonly { readonly name: string; readonly hint: string; readonly prefixes: readonly string[] }[] = [
  { name: 'Approval', hint: 'what waits for a person, and for how long; remembered rules stand under Rules', prefixes: ['approval.'] },
  { name: 'Recovery', hint: 'calls that leaked as text; single formats are switched under Rules', prefixes: ['recovery.', 'reask.'] },
  {
    name: 'Calls and streams',
    hint: 'native calls, keep-alives, stalls, resends',
    prefixes: ['calls.', 'repair.', 'healing', 'preflight.', 'keepAlive.', 'stall.', 'retry.'],
  },
  { name: 'Guidance, circuit', hint: 'what the model is told, and when it is stopped', prefixes: ['guidance.', 'circuit.', 'loop.'] },
  { name: 'Journal', hint: 'what is kept, and for how long', prefixes: ['journal.'] },
  { name: 'Redaction', hint: 'secrets towards the model', prefixes: ['redact.'] },
  { name: 'OTLP', hint: 'nothing leaves this machine unless an endpoint is set', prefixes: ['otlp.'] },
  { name: 'Notifications', hint: 'when this window is not in front', prefixes: ['notify.'] },
  { name: 'Look', hint: 'this console', prefixes: ['look.'] },
  { name: 'Gateway', hint: 'who may call it', prefixes: ['gateway.'] },
];

/** The allowed words of settings that are one of a few: shown as a choice instead of a field. */
export const settingChoices: { readonly [key: string]: readonly string[] } = {
  'recovery.mode': ['auto', 'ask', 'off'],
  'approval.whenNoConsole': ['refuse', 'wait'],
  'approval.onExpiry': ['reask', 'text'],
  'calls.hold': ['reply', 'perCall', 'off'],
  'repair.concatenated': ['guide', 'split'],
  'guidance.format': ['json', 'text'],
  'journal.bodies': ['redacted', 'none'],
  'journal.passthrough': ['summary', 'full'],
  'look.theme': ['system', 'dark', 'light'],
  'look.rowHeight': ['compact', 'comfortable'],
};

/** Names for people; a key without one is shown by its last part. */
export const settingNames: { readonly [key: string]: string } = {
  'approval.timeoutMs': 'Deadline',
  'approval.whenNoConsole': 'No console present',
  'approval.presenceMs': 'Presence lasts',
  'approval.onExpiry': 'Unanswered common leak',
  'approval.rules': 'Remembered rules',
  'recovery.mode': 'Recovery',
  'recovery.formats': 'Formats',
  'recovery.proseCeiling': 'Prose ceiling',
  'recovery.maxHeldBytes': 'Held bytes',
  'reask.max': 'Re-asks a turn',
  'calls.hold': 'Withhold native calls',
  'repair.arguments': 'Repair arguments',
  'repair.concatenated': 'Several objects in one call',
  healing: 'Healing rules',
  'preflight.block': 'Preflight',
  'guidance.enabled': 'Guidance',
  'guidance.format': 'Form of guidance',
  'guidance.hints': 'Error hints',
  'guidance.prompt': 'Prompt guidance',
  'circuit.threshold': 'Circuit opens at',
  'loop.guideAt': 'Loop: guide at',
  'loop.openAt': 'Loop: block at',
  'loop.tools': 'Thresholds of single tools',
  'keepAlive.intervalMs': 'Keep-alive',
  'stall.firstByteMs': 'Stall before first byte',
  'stall.idleMs': 'Stall while streaming',
  'stall.graceMs': 'Grace for a terminator',
  'retry.max': 'Resends',
  'journal.maxBytes': 'Largest journal',
  'journal.maxDays': 'Keep',
  'journal.bodies': 'Bodies',
  'journal.passthrough': 'Untouched calls',
  'gateway.token': 'Agent token',
  'gateway.allowedHosts': 'Allowed hosts',
  'gateway.allowedOrigins': 'Allowed origins',
  'redact.towardsModel': 'Mask secrets in tool output',
  'otlp.endpoint': 'Endpoint',
  'otlp.content': 'Send content',
  'look.theme': 'Theme',
  'look.rowHeight': 'Row height',
  'notify.approvals': 'Approvals',
  'notify.alerts': 'Alerts',
  'notify.sound': 'Sound',
  'notify.details': 'Show tool and arguments',
};

/** Milliseconds are shown and typed in seconds. */
export const unitOf = (key: string): 's' | 'days' | 'bytes' | undefined =>
  key.endsWith('Ms') ? 's' : key.endsWith('Days') ? 'days' : key.endsWith('Bytes') ? 'bytes' : undefined;
