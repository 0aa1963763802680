import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '../../shared/result.ts';
import { type Address, parseAddress } from './address.ts';
import { defaultDataFolder } from './default-data-folder.ts';
import type { LogLevel } from './log.ts';

/** The options of design 4.1, read from a command line; the same for both hosts. */
export interface ProgramOptions {
  /** In the order given: the first is the default upstream. */
  readonly upstreams: readonly { readonly name: string; readonly url: string }[];
  readonly listen: Address;
  readonly console: Address;
  readonly data: string;
  readonly settingsFile: string;
  /** True where `--settings` named the file: then it must be there. */
  readonly settingsNamed?: boolean | undefined;
  /** `--set KEY=JSON`, unchecked: the settings store names key and rule. */
  readonly overrides: readonly { readonly key: string; readonly value: unknown }[];
  readonly demo: boolean;
  readonly open: boolean;
  readonly json: boolean;
  readonly logLevel: LogLevel;
  readonly help: boolean;
  readonly version: boolean;
  /** Only for `run` and `connect`. */
  readonly attach: { readonly agent: string | undefined; readonly restore: boolean | undefined; readonly verify: boolean | undefined };
  /** Only for `clear`: the answer to its question. */
  readonly yes?: boolean | undefined;
  /** Only for `export`: what, in which format, to which file. Unchecked. */
  readonly exports: { readonly scope: string | undefined; readonly format: string | undefined; readonly out: string | undefined };
}

/** A usage error: one plain line that names the option (exit code 2). */
export interface UsageProblem {
  readonly message: string;
}

export interface ParsedCommandLine {
  readonly options: ProgramOptions;
  readonly positionals: readonly string[];
}

const definitions = {
  upstream: { type: 'string', multiple: true },
  listen: { type: 'string' },
  console: { type: 'string' },
  data: { type: 'string' },
  settings: { type: 'string' },
  set: { type: 'string', multiple: true },
  demo: { type: 'boolean' },
  'no-open': { type: 'boolean' },
  json: { type: 'boolean' },
  'log-level': { type: 'string' },
  scope: { type: 'string' },
  format: { type: 'string' },
  out: { type: 'string' },
  agent: { type: 'string' },
  restore: { type: 'boolean' },
  verify: { type: 'boolean' },
  yes: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

const logLevels: readonly LogLevel[] = ['silent', 'error', 'warn', 'info', 'debug'];
const upstreamName = /^([A-Za-z0-9_.-]{1,64})=(.*)$/s;

/** Reads a command line. Nothing is looked up or created here. */
export function parseProgramOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Result<ParsedCommandLine, UsageProblem> {
  const raw = readArguments(argv);
  if (!raw.ok) return raw;
  const { values, positionals } = raw.value;
  // A gateway that lives as long as one command needs no address that anybody knows.
  const usualListen = positionals[0] === 'run' ? '127.0.0.1:0' : '127.0.0.1:4141';
  const listen = parseAddress(values.listen ?? usualListen);
  if (listen === undefined) return usage(`--listen takes HOST:PORT, not "${values.listen}"`);
  const console = parseAddress(values.console ?? '127.0.0.1:4142');
  if (console === undefined) return usage(`--console takes HOST:PORT, not "${values.console}"`);
  const upstreams = readUpstreams(values.upstream ?? []);
  if (!upstreams.ok) return upstreams;
  const overrides = readOverrides(values.set ?? []);
  if (!overrides.ok) return overrides;
  const logLevel = values['log-level'] ?? 'warn';
  if (!isLogLevel(logLevel)) return usage(`--log-level takes one of ${logLevels.join(', ')}, not "${logLevel}"`);
  const data = dataFolderOf(values, env);
  return ok({
    positionals,
    options: {
      upstreams: upstreams.value,
      listen,
      console,
      data,
      settingsFile: values.settings === undefined ? resolve(data, 'settings.json') : resolve(values.settings),
      settingsNamed: values.settings !== undefined,
      overrides: overrides.value,
      demo: values.demo ?? false,
      open: !(values['no-open'] ?? false) && !(values.json ?? false) && !env['CI'],
      json: values.json ?? false,
      logLevel,
      help: values.help ?? false,
      version: values.version ?? false,
      attach: { agent: values.agent, restore: values.restore, verify: values.verify },
      yes: values.yes,
      exports: { scope: values.scope, format: values.format, out: values.out === undefined ? undefined : resolve(values.out) },
    },
  });
}

/** The demonstration keeps its made-up sessions out of the operator's own journal. */
function dataFolderOf(
  values: { readonly data?: string | undefined; readonly demo?: boolean | undefined },
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (values.data !== undefined) return resolve(values.data);
  const usual = resolve(env['SIGNALBOX_DATA'] || defaultDataFolder(process.platform, env));
  return values.demo === true ? resolve(usual, 'demo') : usual;
}

const usage = (message: string): Result<never, UsageProblem> => fail({ message });

/** `parseArgs` throws on unknown options and missing values: those are expected failures here. */
function readArguments(argv: readonly string[]) {
  try {
    return ok(parseArgs({ args: [...argv], options: definitions, allowPositionals: true, strict: true }));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return usage(message.split('. To specify')[0] ?? message);
  }
}

function readUpstreams(values: readonly string[]): Result<ProgramOptions['upstreams'], UsageProblem> {
  const upstreams: { name: string; url: string }[] = [];
  for (const value of values) {
    const named = upstreamName.exec(value);
    const isNamed = named !== null && !/^https?:/.test(value);
    const name = isNamed ? (named[1] ?? '') : 'default';
    const url = isNamed ? (named[2] ?? '') : value;
    if (!isHttpUrl(url)) return usage(`--upstream takes URL or NAME=URL with http or https, not "${value}"`);
    if (upstreams.some((known) => known.name === name)) return usage(`--upstream "${name}" is given twice; name each one: NAME=URL`);
    upstreams.push({ name, url });
  }
  return ok(upstreams);
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}

function readOverrides(values: readonly string[]): Result<ProgramOptions['overrides'], UsageProblem> {
  const overrides: { key: string; value: unknown }[] = [];
  for (const text of values) {
    const at = text.indexOf('=');
    if (at < 1) return usage(`--set takes KEY=JSON, not "${text}"`);
    const key = text.slice(0, at);
    try {
      overrides.push({ key, value: JSON.parse(text.slice(at + 1)) });
    } catch {
      return usage(`--set ${key}: the value is no JSON (a text needs quotes: ${key}='"${text.slice(at + 1)}"')`);
    }
  }
  return ok(overrides);
}

const isLogLevel = (text: string): text is LogLevel => (logLevels as readonly string[]).includes(text);
