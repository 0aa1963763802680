import type { Browser, Page } from '@playwright/test';

/** What the page's main thread did, by its own CPU clock: other programs on the machine do not count (unlike wall time). */
export interface MainThread {
  /** CPU milliseconds of each task. */
  readonly tasks: readonly number[];
  /** CPU milliseconds of all tasks together. */
  readonly busy: number;
  /** Wall milliseconds between frames, as the page itself saw them. */
  readonly frames: readonly number[];
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Thread clock, microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Traces Chromium's scheduler while `work` runs. */
export async function watchMainThread(browser: Browser, page: Page, work: () => Promise<void>): Promise<MainThread> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await page.evaluate(() => (window as unknown as { watch(): void }).watch());
  await work();
  const frames = await page.evaluate(() => (window as unknown as { seen(): readonly number[] }).seen());
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`;
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map((event) => threadOf(event)),
  );
  const byThread = new Map<string, number[]>();
  for (const event of traceEvents) {
    if (event.ph !== 'X' || !event.name.endsWith('RunTask') || event.tdur === undefined || !main.has(threadOf(event))) continue;
    const tasks = byThread.get(threadOf(event));
    if (tasks === undefined) byThread.set(threadOf(event), [event.tdur / 1_000]);
    else tasks.push(event.tdur / 1_000);
  }
  const tasks = [...byThread.values()].sort((a, b) => b.length - a.length)[0] ?? [];
  return { tasks, busy: tasks.reduce((sum, each) => sum + each, 0), frames };
}
