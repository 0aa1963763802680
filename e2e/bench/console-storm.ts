// `npm run bench -- --only console-storm`: the console under load (design 6 "Under load"), in a real browser. The page, its server, the feed and
// the journal are the product's; only the entries are written here. Needs a build and a Chromium. Run by itself it takes
// `--beside FOLDER`, another build of the renderer, and measures that one in turn with ours.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { ConsoleApp } from '../../electron/app/console-app.ts';
import { openedJournal, temporaryFolder } from '../../electron/journal/testing/entries.ts';
import { createFeed } from '../../electron/operator/feed.ts';
import { ConsoleAuth } from '../../electron/serve/console-auth.ts';
import { openConsoleServer } from '../../electron/serve/console-server.ts';
import { findBrowser } from '../../scripts/find-browser.ts';
import type { NewEntry } from '../../shared/journal-entry.ts';
import { median, quantile, type Row, table } from './figures.ts';
import { watchMainThread } from './main-thread.ts';

const ENTRIES_A_SECOND = 1_000;
const STORM_MS = 10_000;
const MANY = 100_000;
const TICK_MS = 10;
/** Where the operator may be while the storm goes on; Live is measured both new and full. */
const places = ['Sessions', 'Alerts', 'Insights'] as const;

type BenchJournal = Awaited<ReturnType<typeof openedJournal>>;

/** The rows of the report, each against its bar. */
export async function measureConsole(
  _repetitions = 1,
  rendererFolder = join(import.meta.dirname, '../../out/renderer'),
): Promise<readonly Row[]> {
  const folder = temporaryFolder();
  const journal = await openedJournal(folder.path);
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? 'chromium',
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--enable-precise-memory-info'],
  });
  const host = await serveJournal(journal, rendererFolder);
  try {
    const page = await openPage(browser, host.address);
    const storm = await measureStorm(browser, page, journal, 'storm');
    const lost = await lostOf(page, journal);
    await fill(journal, MANY - journal.lastSeq());
    await isUpTo(page, journal.lastSeq());
    await sleep(1_000);
    const full = await measureStorm(browser, page, journal, 'storm, full list');
    const many = await measureMany(browser, page);
    const elsewhere: Row[] = [];
    for (const [at, place] of ['Live', 'Approvals', 'Alerts', 'Sessions', 'Insights'].entries()) {
      if (!(places as readonly string[]).includes(place)) continue;
      await page.keyboard.press(`ControlOrMeta+${at + 1}`);
      await page.getByRole('heading', { level: 1, name: place }).waitFor();
      // What opening costs (the library of the charts) is not the storm's.
      await sleep(2_000);
      elsewhere.push(...(await measureStorm(browser, page, journal, `storm, ${place}`)).filter(({ what }) => /task/.test(what)));
    }
    return [...storm, lost, ...full, ...elsewhere, ...many];
  } finally {
    await browser.close();
    await host.close();
    await journal.end();
    folder.remove();
  }
}

async function measureStorm(browser: Browser, page: Page, journal: BenchJournal, name: string): Promise<readonly Row[]> {
  const before = journal.lastSeq();
  let seconds = 0;
  const { tasks, busy, frames } = await watchMainThread(browser, page, async () => {
    const started = performance.now();
    for (let tick = 1; tick * TICK_MS <= STORM_MS; tick += 1) {
      write(journal, (ENTRIES_A_SECOND * TICK_MS) / 1_000);
      await sleep(Math.max(0, started + tick * TICK_MS - performance.now()));
    }
    seconds = (performance.now() - started) / 1_000;
    await journal.flush();
    await isUpTo(page, journal.lastSeq());
  });
  const rate = (journal.lastSeq() - before) / seconds;
  const long = tasks.filter((each) => each > 50);
  const longest = Math.max(...tasks);
  const share = busy / seconds / 10;
  return [
    row(`${name}: entries a second`, rate, '/s', `≥ ${ENTRIES_A_SECOND * 0.95}`, rate >= ENTRIES_A_SECOND * 0.95),
    row(`${name}: tasks over 50 ms of CPU`, long.length, '', '0', long.length === 0, long),
    row(`${name}: longest task, CPU`, longest, 'ms', '≤ 50', longest <= 50),
    row(`${name}: main thread in tasks, CPU`, share, '%', '≤ 50', share <= 50),
    row(`${name}: frame, 99th percentile (wall)`, quantile(frames, 0.99), 'ms', 'told only', true, frames),
  ];
}

/** Entries that the window did not fold: its own count of missing ones, and calls that it does not show. */
async function lostOf(page: Page, journal: BenchJournal): Promise<Row> {
  const { missing, calls } = await page.evaluate(() => {
    const part = [...document.querySelectorAll('.status > span')].find(({ textContent }) => textContent?.startsWith('Calls '));
    return {
      missing: Number(/(\d+) entr\S+ missing/.exec(document.querySelector('.status')?.textContent ?? '')?.[1] ?? 0),
      calls: Number(part?.querySelector('b')?.textContent?.replaceAll(',', '')),
    };
  });
  const lost = missing + Math.abs(calls - journal.lastSeq() / ENTRIES_A_TURN);
  return row('entries lost', lost, '', '0', lost === 0);
}

async function measureMany(browser: Browser, page: Page): Promise<readonly Row[]> {
  const scrolled = await watchMainThread(browser, page, () => scroll(page));
  const inMemory: number[] = [];
  for (const word of ['tool:read', 'text:npm', '-tool:bash', 'state:delivered', 'session:s3']) inMemory.push(await filterOnce(page, word));
  const inJournal = await page.evaluate(async () => {
    const times: number[] = [];
    for (const query of ['tool:read', 'text:npm', '-tool:bash', 'state:delivered', 'session:s3']) {
      const from = performance.now();
      const answer = await fetch('/api/entries/query', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, limit: 200 }),
      });
      await answer.json();
      times.push(performance.now() - from);
    }
    return times;
  });
  const heap = await heapMegabytes(page);
  return [
    row('scroll: longest task, CPU', Math.max(...scrolled.tasks), 'ms', '≤ 50', Math.max(...scrolled.tasks) <= 50),
    row('scroll: frame, 99th percentile (wall)', quantile(scrolled.frames, 0.99), 'ms', 'told only', true, scrolled.frames),
    row('filter in the window', median(inMemory), 'ms', '< 100', median(inMemory) < 100, inMemory),
    row('filter in the journal (100,000 entries)', median(inJournal), 'ms', '< 100', median(inJournal) < 100, inJournal),
    row('heap of the window', heap, 'MB', '< 400', heap < 400),
  ];
}

/** Waits until the window has folded everything up to this entry. */
async function isUpTo(page: Page, last: number): Promise<void> {
  await page.waitForFunction((seq) => document.querySelector('.status .end b')?.textContent === `#${seq.toLocaleString('en-US')}`, last, {
    timeout: 120_000,
  });
}

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(500, 500);
  for (let step = 0; step < 80; step += 1) {
    await page.mouse.wheel(0, -1_200);
    await sleep(16);
  }
}

/** From Enter to the frame in which the list's count has changed. */
async function filterOnce(page: Page, words: string): Promise<number> {
  const field = page.getByRole('textbox', { name: 'Filter calls' });
  await field.fill(words);
  await page.evaluate(() => (window as unknown as Watch).untilCountChanges());
  await field.press('Enter');
  const took = await page.evaluate(() => (window as unknown as Watch).changed);
  await field.press('Backspace');
  await sleep(300);
  return took;
}

async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6;
}

/** What the page measures of itself. */
interface Watch {
  watch(): void;
  /** Wall milliseconds between frames since `watch`. */
  seen(): readonly number[];
  untilCountChanges(): void;
  changed: Promise<number>;
}

async function openPage(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    let frames: number[] = [];
    let last = performance.now();
    const frame = (now: number): void => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    const watch: Watch = {
      watch() {
        frames = [];
      },
      seen: () => frames,
      changed: Promise.resolve(0),
      untilCountChanges() {
        const count = (): string => document.querySelector('.bar .count')?.textContent ?? '';
        const before = count();
        this.changed = new Promise((done) => {
          let from = 0;
          window.addEventListener('keydown', () => (from = performance.now()), { capture: true, once: true });
          const look = (): void => {
            if (from > 0 && count() !== before) done(performance.now() - from);
            else requestAnimationFrame(look);
          };
          look();
        });
      },
    };
    Object.assign(window, watch);
  });
  await page.goto(address);
  await page.locator('.status').waitFor();
  await sleep(1_500);
  return page;
}

const tools = [
  ['bash', '{"command":"npm test -- --reporter=dot"}'],
  ['read', '{"filePath":"/srv/checkout-api/src/routes/orders/one-order.ts","offset":120,"limit":40}'],
  ['edit', '{"filePath":"/srv/docs-site/content/start.md","oldString":"install.sh","newString":"npm ci"}'],
] as const;
/** turn-started, tool-call-seen, tool-call-delivered, turn-ended. */
const ENTRIES_A_TURN = 4;
let turns = 0;
let left = 0;

function write(journal: BenchJournal, entries: number): void {
  for (left += entries; left >= ENTRIES_A_TURN; left -= ENTRIES_A_TURN) for (const entry of turnOf((turns += 1))) journal.append(entry);
}

function turnOf(number: number): readonly NewEntry[] {
  const head = { session: `s${number % 7}`, thread: 'main', turn: `t${number}`, level: 'info' } as const;
  const [name, args] = tools[number % tools.length] ?? tools[0];
  const call = { key: `t${number}/0`, id: `call_${number}`, name, arguments: args };
  return [
    {
      ...head,
      type: 'turn-started',
      dialect: 'openai-chat',
      model: 'qwen3-coder-480b',
      agent: 'opencode',
      upstream: 'local',
      stream: true,
      method: 'POST',
      path: '/v1/chat/completions',
      tools: ['bash', 'read', 'edit'],
      title: 'Fix the failing test',
      side: false,
    },
    { ...head, type: 'tool-call-seen', native: true, call },
    { ...head, type: 'tool-call-delivered', call, state: 'delivered' },
    {
      ...head,
      type: 'turn-ended',
      outcome: 'pass_through',
      status: 200,
      finish: 'tool_calls',
      calls: 1,
      reasks: 0,
      durationMs: 900,
      firstByteMs: 120,
      overheadMs: 0.4,
      usage: {},
      requestBytes: 4_000,
      responseBytes: 1_200,
    },
  ];
}

async function fill(journal: BenchJournal, entries: number): Promise<void> {
  for (let done = 0; done < entries; done += 2_000) {
    write(journal, Math.min(2_000, entries - done));
    await journal.flush();
  }
}

/** The console's own server over this journal: what it asks beyond the feed is answered as an empty gateway would. */
async function serveJournal(journal: BenchJournal, rendererFolder: string): Promise<{ readonly address: string; close(): Promise<void> }> {
  const feed = createFeed(journal);
  const answers: Readonly<Record<string, (body: never) => unknown>> = {
    'about/get': () => ({
      version: 'bench',
      host: 'served',
      gateway: 'http://127.0.0.1:4141',
      data: '',
      upstreams: ['local'],
      demo: false,
      lastSeq: journal.lastSeq(),
    }),
    'approvals/list': () => ({ approvals: [] }),
    'settings/get': () => ({ settings: [], file: '' }),
    'presence/touch': () => ({ present: true }),
    'incidents/list': () => ({ incidents: [] }),
    'circuits/list': () => ({ circuits: [] }),
    'sessions/list': () => ({ sessions: [] }),
    'turns/list': () => ({ turns: [] }),
    'turns/get': () => ({ turn: null }),
    'stats/summary': (body) => journal.stats(body),
    'entries/query': (body) => journal.query(body),
  };
  const app: ConsoleApp = {
    gateway: 'http://127.0.0.1:4141',
    data: '',
    version: 'bench',
    async call(name, body) {
      const answer = answers[name];
      if (answer === undefined) return { ok: false, error: { code: 'unknown-call', message: name } };
      return { ok: true, answer: await answer(body as never) };
    },
    ...feed,
    exportFile: async () => undefined,
    importUpload: async () => ({ error: { code: 'file', message: 'There are no files here.' } }),
    openConsole: () => ({ touch: () => undefined, close: () => undefined }),
    stop: () => Promise.resolve(),
  };
  const auth = new ConsoleAuth(() => ['127.0.0.1']);
  const server = await openConsoleServer({ host: '127.0.0.1', port: 0 }, { app, auth, rendererFolder });
  if (!server.ok) throw new Error(server.error.message);
  return { address: `${server.value.url}/#${auth.token}`, close: () => server.value.close() };
}

function row(what: string, ours: number, unit: string, bar: string, ok: boolean, samples: readonly number[] = []): Row {
  return { what, ours, bare: undefined, unit, judged: ours, bar, ok, samples };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { beside: { type: 'string' } } });
  const other = values.beside === undefined ? undefined : await measureConsole(1, values.beside);
  const rows = (await measureConsole()).map((ours) => ({ ...ours, bare: other?.find(({ what }) => what === ours.what)?.ours }));
  console.log(table(rows));
  process.exit(rows.every(({ ok }) => ok) ? 0 : 1);
}
