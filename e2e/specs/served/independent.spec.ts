import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { findBrowser } from '../../../scripts/find-browser.ts';
import { runSignalbox } from '../../hosts/command-line.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { dialects } from '../../scripted-upstream.ts';
import { hermesLeak, sendTurn } from '../../scripted-agent.ts';

/** What we export is read by programs that know nothing of us; and no secret is in any of it, wherever a stream split it. */
const require = createRequire(import.meta.url);

/** Ten shapes, made up; put together here, so that no scanner takes this file for a leak. */
const secrets = [
  ['sk', 'ant', 'api03-Zk3vQ9tLx7Wm2Rb8Yc5Nd1Pf6Hs4Jg0A'].join('-'),
  ['sk', 'proj', 'a8F3kLm29QxT7vWz1YbC4dE6gH'].join('-'),
  ['ghp', '9aK2mX7qLrT4vB8nC1dF6gH3jW5pZ0sQyE2R'].join('_'),
  ['AKIA', 'QW3RTY7UIOP2ASDF'].join(''),
  ['xoxb', '271828182845', '904523536028', 'Ab9Cd8Ef7Gh6Ij5Kl4Mn3Op2'].join('-'),
  ['AIza', 'SyB3nT9qKx7LmW2rVc5Yd8Pf1Hs6Jg4ZaQe'].join(''),
  ['glpat', 'x7Kq2mN9vB4cL8sT1wRz'].join('-'),
  ['hf', 'qWeRtYuIoPaSdFgHjKlZxCvBnM1234567890'].join('_'),
  ['npm', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_'),
  ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'].join('.'),
];
const formats = ['bundle', 'jsonl', 'har', 'otlp', 'html', 'exchanges'] as const;

let out: string;
test.beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), 'signalbox-independent-'));
});
test.afterAll(() => rmSync(out, { recursive: true, force: true }));

async function exportAll(dataFolder: string, scope: string): Promise<Readonly<Record<(typeof formats)[number], string>>> {
  const paths: Partial<Record<(typeof formats)[number], string>> = {};
  for (const format of formats) {
    const path = join(out, `${createHash('sha256').update(scope).digest('hex').slice(0, 8)}.${format}`);
    const ended = await runSignalbox(['export', '--scope', scope, '--format', format, '--out', path, '--data', dataFolder]);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    paths[format] = path;
  }
  return paths as Readonly<Record<(typeof formats)[number], string>>;
}

test('HAR, OTLP, bundle and report are read by others', async ({ running, upstream, dataFolder }) => {
  upstream.will(
    { text: `I list.\n${hermesLeak('bash', { command: 'ls' })}` },
    { text: '', calls: [{ id: 'call_a', name: 'bash', arguments: '{"command":"pwd"}' }] },
    { text: '<script>document.title = "run"</script><img src="http://127.0.0.1:9/x.png">' },
    { text: 'cut here', cut: true },
  );
  for (let turn = 0; turn < 4; turn += 1) await sendTurn(running.gateway, { session: 'others' });
  for (const dialect of dialects) await sendTurn(running.gateway, { session: 'others', dialect, says: 'in each dialect' });
  const files = await exportAll(dataFolder, 'session=others');

  await test.step('HAR by the published schema', () => {
    const ajv = new Ajv({ strict: false });
    addFormats.default(ajv);
    ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json') as object);
    const folder = join(require.resolve('har-schema/package.json'), '../lib');
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.json')))
      ajv.addSchema(JSON.parse(readFileSync(join(folder, name), 'utf8')) as object);
    const validate = ajv.getSchema('har.json#');
    const har = JSON.parse(readFileSync(files.har, 'utf8')) as { log: { entries: unknown[] } };
    expect(validate?.(har), JSON.stringify(validate?.errors)).toBe(true);
    expect(har.log.entries.length).toBeGreaterThanOrEqual(7);
  });

  await test.step('OTLP by the protocol’s own messages', () => {
    const spans = readTraces(readFileSync(files.otlp, 'utf8'));
    expect(spans.filter((name) => name.startsWith('chat '))).toHaveLength(7);
    expect(spans.filter((name) => name.startsWith('execute_tool '))).toHaveLength(2);
  });

  await test.step('bundle by unzip', () => {
    expect(execFileSync('unzip', ['-tq', files.bundle], { encoding: 'utf8' })).toMatch(/No errors detected/);
    const folder = mkdtempSync(join(out, 'unzipped-'));
    execFileSync('unzip', ['-q', files.bundle, '-d', folder]);
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { files: { name: string; sha256: string }[] };
    expect(readdirSync(folder).sort()).toEqual([...manifest.files.map(({ name }) => name), 'manifest.json'].sort());
    for (const { name, sha256 } of manifest.files)
      expect(
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ).toBe(sha256);
  });

  await test.step('report by a browser without scripts, on screen and as PDF', async () => {
    const browser = await chromium.launch({
      executablePath: findBrowser() ?? 'chromium',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    const { url, server } = await serve(files.html);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(url);
    await expect(page.getByText('<script>document.title = "run"</script>').first()).toBeVisible();
    expect(await page.title()).toContain('Signalbox');
    expect(asked).toEqual([url]);
    const pdf = await page.pdf({ format: 'A4', printBackground: true });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.length).toBeGreaterThan(10_000);
    await browser.close();
    server.close();
  });
});

test('no secret is found anywhere, at whatever byte a stream split it', async ({ console, running, upstream, dataFolder }) => {
  test.setTimeout(180_000);
  const splits = secrets.flatMap((secret) => Array.from({ length: secret.length - 1 }, (_, at) => ({ secret, at: at + 1 })));
  for (const { secret, at } of splits) upstream.will({ parts: [`key `, secret.slice(0, at), secret.slice(at), ' end'] });
  for (const { secret } of splits) await sendTurn(running.gateway, { session: 'secrets', says: `my key is ${secret}` });
  expect(upstream.requests).toHaveLength(splits.length);

  const files = await exportAll(dataFolder, 'session=secrets');
  const unzipped = mkdtempSync(join(out, 'unzipped-'));
  execFileSync('unzip', ['-q', files.bundle, '-d', unzipped]);
  await console.go('Sessions');
  await expect(console.page.getByRole('region', { name: 'Conversation' })).toContainText('my key is ****');
  const dom = await console.page.content();
  const places = [...filesIn(dataFolder), ...filesIn(out)];
  expect(places.some((path) => path.endsWith('journal.db-wal'))).toBe(true);
  for (const secret of secrets) {
    // A part is as bad as the whole: half of a key is searched for too.
    for (const needle of [secret, secret.slice(-Math.floor(secret.length / 2))]) {
      expect(dom.includes(needle), `in the page: ${needle.slice(0, 6)}`).toBe(false);
      // What later turns need again, apart and for this user alone (interfaces 4.5), is no place to be searched.
      for (const path of places.filter((each) => !/state\.db/.test(each)))
        expect(readFileSync(path).includes(needle), `${path}: ${needle.slice(0, 6)}`).toBe(false);
    }
  }
});

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((each) =>
    each.isDirectory() ? filesIn(join(folder, each.name)) : [join(folder, each.name)],
  );

/** Names of the spans, read by the messages that the protocol's own description was compiled to: what it does not know is a fault. */
function readTraces(text: string): readonly string[] {
  const root = require('@opentelemetry/otlp-transformer/build/src/generated/root') as unknown as OtlpRoot;
  const Request = root.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
  const given: unknown = JSON.parse(text, (key, value: unknown) =>
    // JSON gives ids as hex, the messages hold bytes.
    /^(?:trace|span|parentSpan)Id$/.test(key) && typeof value === 'string' ? Buffer.from(value, 'hex') : value,
  );
  const message = Request.fromObject(given);
  expect(Request.verify(message)).toBe(null);
  const read = Request.toObject(Request.decode(Request.encode(message).finish()), { longs: String, bytes: Buffer });
  const known = JSON.parse(JSON.stringify(read)) as OtlpTraces;
  const own = JSON.parse(JSON.stringify(given)) as OtlpTraces;
  expect(keysOf(known)).toEqual(keysOf(own));
  return known.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(({ name }) => name)));
}

interface OtlpTraces {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly { readonly name: string }[] }[] }[];
}
interface OtlpRoot {
  readonly opentelemetry: {
    readonly proto: {
      readonly collector: { readonly trace: { readonly v1: { readonly ExportTraceServiceRequest: OtlpMessage } } };
    };
  };
}
interface OtlpMessage {
  fromObject(value: unknown): object;
  verify(value: object): string | null;
  encode(value: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
  toObject(value: object, options: object): unknown;
}

/** Every member name with how often it stands, so that one that the reader does not know is missed. Empty and zero members are not sent. */
function keysOf(value: unknown, found = new Map<string, number>()): readonly (readonly [string, number])[] {
  if (Array.isArray(value)) for (const each of value) keysOf(each, found);
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) {
      if (each === '' || each === 0 || (Array.isArray(each) && each.length === 0)) continue;
      found.set(key, (found.get(key) ?? 0) + 1);
      if (!/Id$/.test(key)) keysOf(each, found);
    }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

async function serve(path: string): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(readFileSync(path));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}
