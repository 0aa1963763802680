import { z } from 'zod';

/**
 * Every key of design 4.4 with its default, range and help. The file, `--set`, the operator API, the Settings place and the
 * published JSON Schema (`resources/settings.schema.json`) all come from this one table. Keys are dotted paths.
 */
const switchOf = z.enum(['auto', 'ask', 'off']);
const healingSwitch = z.enum(['on', 'ask', 'off']);
const milliseconds = (max: number) => z.number().int().min(0).max(max);

const stall = z.strictObject({ firstByteMs: milliseconds(86_400_000).optional(), idleMs: milliseconds(86_400_000).optional() });

export const upstreamSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  key: z.string().optional(),
  profile: z.string().optional(),
  formats: z.record(z.string(), switchOf).optional(),
  stall: stall.optional(),
  /** Name of the upstream that is asked when this one fails before a byte reached the client (wire 3.5). */
  fallback: z.string().optional(),
  /** Asked as `/up/NAME` only, never as the default: what one agent used before it was connected. */
  onlyByName: z.boolean().optional(),
});
export type UpstreamSetting = z.infer<typeof upstreamSchema>;

const loopThreshold = z.union([
  z.literal('off'),
  z.strictObject({ guideAt: z.number().int().min(2).max(1000), openAt: z.number().int().min(2).max(1000) }),
]);

export const approvalRuleSchema = z.strictObject({
  id: z.string(),
  tool: z.string(),
  format: z.string(),
  failing: z.array(z.string()),
  upstream: z.string().optional(),
  session: z.string().optional(),
  verdict: z.enum(['approve', 'text']),
  schemaHash: z.string(),
  createdAt: z.number(),
});

const row = <S extends z.ZodType>(
  schema: S,
  fallback: z.infer<S>,
  help: string,
  guarded?: true,
): { schema: S; fallback: z.infer<S>; help: string; guarded?: true } =>
  guarded ? { schema, fallback, help, guarded } : { schema, fallback, help };

export const settingRows = {
  upstreams: row(
    z.record(z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/), upstreamSchema),
    {},
    'Model endpoints by name; the first is the default.',
    true,
  ),
  'recovery.mode': row(switchOf, 'auto', 'auto dispatches safe recoveries, ask holds every one, off only records.', true),
  'recovery.formats': row(z.record(z.string(), switchOf), {}, 'Switch per leak format; what is not named follows its class.', true),
  'recovery.proseCeiling': row(
    z.number().min(0).max(0.49),
    0.49,
    'Largest share of prose before a leak that is dispatched without asking; it can only be lowered.',
    true,
  ),
  'recovery.maxHeldBytes': row(z.number().int().min(1024).max(1_048_576), 1_048_576, 'Most bytes of one reply that are held back.', true),
  'approval.timeoutMs': row(z.number().int().min(1000).max(170_000), 120_000, 'How long a held call waits for the operator.', true),
  'approval.whenNoConsole': row(
    z.enum(['refuse', 'wait']),
    'refuse',
    'While no operator is present: refuse a held call at once, or wait for the deadline.',
    true,
  ),
  'approval.presenceMs': row(milliseconds(86_400_000), 600_000, 'A console counts as present this long after it was used.', true),
  'approval.onExpiry': row(
    z.enum(['reask', 'text']),
    'reask',
    'A call in a common format that nobody decided on: ask the model again, or pass it as text.',
    true,
  ),
  'approval.rules': row(z.array(approvalRuleSchema), [], 'Remembered decisions.', true),
  'reask.max': row(z.number().int().min(0).max(3), 1, 'How often the model is asked again within one turn.'),
  'calls.hold': row(
    z.enum(['reply', 'perCall', 'off']),
    'reply',
    'How long native calls are withheld: to the end of the reply, of the call, or not at all.',
  ),
  'repair.arguments': row(z.boolean(), true, 'Mend arguments that can be mended without guessing.'),
  'repair.concatenated': row(
    z.enum(['guide', 'split']),
    'guide',
    'Several objects in one call: tell the model, or split a call that only reads.',
  ),
  healing: row(z.record(z.string(), healingSwitch), {}, 'Switch per healing rule; safe rules are on, review rules ask.', true),
  'preflight.block': row(z.boolean(), true, 'Answer calls that must fail before the agent runs them.'),
  'guidance.enabled': row(z.boolean(), true, 'Turn tool errors into guidance for the model.'),
  'guidance.format': row(z.enum(['json', 'text']), 'json', 'How guidance is written: as a JSON object or as plain text.'),
  'guidance.hints': row(z.boolean(), true, 'Add hints to guidance: an example, names of other tools, a ready-made call.'),
  'guidance.patterns': row(
    z.record(z.string(), z.enum(['on', 'off'])),
    {},
    'Switch per fault pattern; off: the fault is recorded, the model is not told and no circuit opens.',
  ),
  'guidance.prompt': row(z.boolean(), false, 'Add static guidance to the system prompt; changes the cached prefix once.'),
  'circuit.threshold': row(z.number().int().min(2).max(100), 3, 'The same mistake this often opens the circuit.'),
  'loop.guideAt': row(z.number().int().min(2).max(1000), 3, 'The same call with the same result this often: the model is told.'),
  'loop.openAt': row(z.number().int().min(3).max(1000), 5, 'The same call with the same result this often: it is stopped.'),
  'loop.tools': row(z.record(z.string(), loopThreshold), {}, 'Loop thresholds per tool, or off.'),
  'keepAlive.intervalMs': row(
    z.number().int().min(100).max(60_000),
    10_000,
    'Longest silence towards the agent while Signalbox holds a reply.',
  ),
  'stall.firstByteMs': row(milliseconds(86_400_000), 280_000, 'A stream without a first byte for this long has stalled; 0 is off.'),
  'stall.idleMs': row(milliseconds(86_400_000), 280_000, 'A stream silent for this long has stalled; 0 is off.'),
  'stall.graceMs': row(milliseconds(60_000), 2_000, 'How long the missing end of a finished stream is waited for.'),
  'retry.max': row(
    z.number().int().min(0).max(3),
    1,
    'How often a request is sent again when the connection failed before the first byte.',
  ),
  'journal.maxBytes': row(z.number().int().min(1_048_576).max(1_099_511_627_776), 1_073_741_824, 'Largest size of the journal.'),
  'journal.maxDays': row(z.number().min(0.01).max(3650), 30, 'Oldest age of journal entries, in days.'),
  'journal.bodies': row(z.enum(['redacted', 'none']), 'redacted', 'Requests and replies: kept with secrets blanked, or not at all.'),
  'journal.passthrough': row(z.enum(['summary', 'full']), 'summary', 'Calls that nothing acted on: counted only, or kept in full.'),
  'gateway.token': row(
    z.string().min(16).nullable(),
    null,
    'Agents must show it; needed where the gateway listens beyond this machine.',
    true,
  ),
  'gateway.allowedHosts': row(z.array(z.string()), [], 'Further Host names that agents may use.', true),
  'gateway.allowedOrigins': row(
    z.array(z.string()),
    ['vscode-file', 'vscode-webview'],
    'Origins or schemes that may call the gateway from a page.',
    true,
  ),
  'redact.towardsModel': row(z.boolean(), false, 'Mask secrets in tool output before the model sees them.'),
  'otlp.endpoint': row(z.url({ protocol: /^https?$/ }).nullable(), null, 'Where spans are pushed; nothing leaves the machine unless set.'),
  'otlp.content': row(z.boolean(), false, 'Whether pushed spans hold message content.'),
  'look.theme': row(z.enum(['system', 'dark', 'light']), 'system', 'Theme of the console.'),
  'look.rowHeight': row(z.enum(['compact', 'comfortable']), 'compact', 'Height of list rows.'),
  'desktop.openAtLogin': row(z.boolean(), false, 'Start Signalbox when you log in; desktop only.'),
  'notify.approvals': row(z.boolean(), true, 'Notify about new approvals.'),
  'notify.alerts': row(z.boolean(), true, 'Notify about alerts.'),
  'notify.sound': row(z.boolean(), false, 'Play a sound with a notification.'),
  'notify.details': row(z.boolean(), false, 'Show tool and arguments in notifications, also on a lock screen.'),
} as const;

export type SettingKey = keyof typeof settingRows;
export type Settings = { readonly [K in SettingKey]: z.infer<(typeof settingRows)[K]['schema']> };

export const defaultSettings: Settings = Object.fromEntries(
  Object.entries(settingRows).map(([key, value]) => [key, value.fallback]),
) as unknown as Settings;

export interface SettingProblem {
  readonly key: string;
  /** What is allowed, in plain words. */
  readonly rule: string;
}

/** Rule for a key that does not exist: it names those that do. */
export const noSuchSetting = `no such setting; known: ${Object.keys(settingRows).join(', ')}`;

/** Keys whose value is a record addressed one level deeper: `healing.bridge`, `recovery.formats.hermes-json`, `loop.tools.Bash`, `guidance.patterns.EI/UNKNOWN_TOOL/001`, `upstreams.main`. */
const recordKeys: readonly SettingKey[] = ['recovery.formats', 'loop.tools', 'guidance.patterns', 'upstreams', 'healing'];

/** Resolves a dotted key, also one level into a record (`healing.bridge`). Undefined: no such key. */
export function settingKeyOf(path: string): { readonly key: SettingKey; readonly entry: string | undefined } | undefined {
  if (Object.hasOwn(settingRows, path)) return { key: path as SettingKey, entry: undefined };
  for (const key of recordKeys) {
    if (path.startsWith(`${key}.`) && path.length > key.length + 1) return { key, entry: path.slice(key.length + 1) };
  }
  return undefined;
}

/** Applies one `KEY=value` to settings; a bad key or value names the key and the rule, and changes nothing. */
export function withSetting(
  settings: Settings,
  path: string,
  value: unknown,
): { readonly ok: true; readonly settings: Settings } | { readonly ok: false; readonly problem: SettingProblem } {
  const at = settingKeyOf(path);
  if (at === undefined) return { ok: false, problem: { key: path, rule: noSuchSetting } };
  const current = settings[at.key];
  const part = at.key === 'upstreams' && at.entry !== undefined ? withUpstreamPart(settings.upstreams, at.entry, value) : undefined;
  const next = part ?? (at.entry === undefined ? value : { ...(current as Record<string, unknown>), [at.entry]: value });
  const parsed = settingRows[at.key].schema.safeParse(next);
  if (!parsed.success) return { ok: false, problem: { key: path, rule: ruleOf(at.key, parsed.error) } };
  return { ok: true, settings: { ...settings, [at.key]: parsed.data } };
}

/**
 * `upstreams.NAME.formats.ID` (contract 2.3), `upstreams.NAME.profile` and so on: one part of an upstream that is there. Names may hold dots, so
 * the longest known one counts. Undefined: the path names an upstream as a whole.
 */
function withUpstreamPart(upstreams: Settings['upstreams'], path: string, value: unknown): Record<string, unknown> | undefined {
  if (Object.hasOwn(upstreams, path)) return undefined;
  const [name] = Object.keys(upstreams)
    .filter((each) => path.startsWith(`${each}.`))
    .sort((a, b) => b.length - a.length);
  const upstream = name === undefined ? undefined : upstreams[name];
  if (name === undefined || upstream === undefined) return undefined;
  const [field = '', ...rest] = path.slice(name.length + 1).split('.');
  if (!Object.hasOwn(upstreamSchema.shape, field)) return undefined;
  const before = upstream[field as keyof UpstreamSetting];
  const inner = rest.length === 0 ? value : { ...(typeof before === 'object' ? before : {}), [rest.join('.')]: value };
  return { ...upstreams, [name]: { ...upstream, [field]: inner } };
}

function ruleOf(key: SettingKey, error: z.ZodError): string {
  const first = error.issues[0];
  const where = first !== undefined && first.path.length > 0 ? ` (at ${first.path.join('.')})` : '';
  return `${first?.message ?? 'not allowed'}${where}; default ${JSON.stringify(settingRows[key].fallback)}. ${settingRows[key].help}`;
}
