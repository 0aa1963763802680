import { median, quantile, type Row } from './figures.ts';
import { ask, askMany } from './load.ts';
import { startBareProxy, startEndpoint, startProduct } from './measured-process.ts';

const STREAMS = 200;
const DELTAS = 40;
const GAP_MS = 50;

interface Sample {
  readonly first: readonly number[];
  readonly delta: readonly number[];
}

/** What the way through the gateway adds to the first byte and to each delta at 200 streams, over the bare pass-through. */
export async function measureLatency(repetitions: number): Promise<readonly Row[]> {
  const endpoint = await startEndpoint();
  const contenders = { bare: await startBareProxy(endpoint.url), ours: await startProduct(endpoint.url) };
  const samples = { bare: [] as Sample[], ours: [] as Sample[] };
  for (const { url } of Object.values(contenders)) await sample(url);
  for (let n = 0; n < repetitions; n += 1)
    for (const name of ['bare', 'ours'] as const) samples[name].push(await sample(contenders[name].url));
  await Promise.all([...Object.values(contenders), endpoint].map((one) => one.stop()));
  const row = (what: string, of: (one: Sample) => number, limitMs: number): Row => {
    const each = samples.ours.map(of);
    const [ours, bare] = [median(each), median(samples.bare.map(of))];
    return { what, ours, bare, unit: 'ms', judged: ours - bare, bar: `+ ≤ ${limitMs} ms`, ok: ours - bare <= limitMs, samples: each };
  };
  return [
    row(`first byte, ${STREAMS} streams at once, median`, (one) => median(one.first), 1),
    row('first byte, p99', (one) => quantile(one.first, 0.99), 5),
    row('delta, median', (one) => median(one.delta), 1),
    row('delta, p99', (one) => quantile(one.delta, 0.99), 5),
  ];
}

/** Requests arrive spread over half a second; each delta carries the time at which it was sent. */
async function sample(url: string): Promise<Sample> {
  const delta: number[] = [];
  const first = await askMany(STREAMS, async (n) => {
    await new Promise((resolve) => setTimeout(resolve, (n * 500) / STREAMS));
    return ask(url, `/deltas/${DELTAS}/${GAP_MS}`, { onChunk: (chunk) => collect(chunk, delta) });
  });
  return { first, delta };
}

function collect(chunk: Buffer, delta: number[]): void {
  const at = performance.timeOrigin + performance.now();
  for (const [, sent] of chunk.toString('latin1').matchAll(/word (\d+\.\d+)/g)) delta.push(at - Number(sent));
}
