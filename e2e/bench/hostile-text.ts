import { median, type Row } from './figures.ts';
import { ask } from './load.ts';
import { startBareProxy, startEndpoint, startProduct } from './measured-process.ts';

const MEGABYTES = 10;
const MAX_MS = 1000;
const MAX_GROWTH = 200;

/** 10 MB of text that looks like markup all the way: time beyond the pass-through, and memory. */
export async function measureHostileText(repetitions: number): Promise<readonly Row[]> {
  const endpoint = await startEndpoint();
  const bare = await startBareProxy(endpoint.url);
  const ours = await startProduct(endpoint.url);
  const path = `/hostile/${MEGABYTES * 1024 * 1024}`;
  const wallOf = async (url: string): Promise<number> => {
    const started = performance.now();
    await ask(url, path);
    return performance.now() - started;
  };
  const before = ours.peakBytes();
  const walls = { bare: [] as number[], ours: [] as number[] };
  for (let n = 0; n < repetitions; n += 1) {
    walls.bare.push(await wallOf(bare.url));
    walls.ours.push(await wallOf(ours.url));
  }
  const growth = (ours.peakBytes() - before) / (1024 * 1024);
  await Promise.all([ours, bare, endpoint].map((one) => one.stop()));
  const [own, base] = [median(walls.ours), median(walls.bare)];
  return [
    {
      what: `${MEGABYTES} MB of hostile text`,
      ours: own,
      bare: base,
      unit: 'ms',
      judged: own - base,
      bar: `+ < ${MAX_MS} ms`,
      ok: own - base < MAX_MS,
      samples: walls.ours,
    },
    {
      what: `memory at its peak, ${repetitions} times that text`,
      ours: growth,
      bare: undefined,
      unit: 'MB',
      judged: growth,
      bar: `+ ≤ ${MAX_GROWTH} MB`,
      ok: growth <= MAX_GROWTH,
      samples: [growth],
    },
  ];
}
