import { median, type Row } from './figures.ts';
import { ask, askMany } from './load.ts';
import { type MeasuredProcess, startBareProxy, startEndpoint, startProduct } from './measured-process.ts';

const STREAMS = 100;
const DELTAS = 400;
const GAP_MS = 10;
const MAX_RATIO = 1.5;

/** CPU time per million deltas, one delta a packet as models send them; contenders take turns in one run. */
export async function measureStreamCost(repetitions: number): Promise<readonly Row[]> {
  const endpoint = await startEndpoint();
  const contenders = { bare: await startBareProxy(endpoint.url), ours: await startProduct(endpoint.url) };
  const samples = { bare: [] as number[], ours: [] as number[] };
  for (const one of Object.values(contenders)) await load(one, 50);
  for (let n = 0; n < repetitions; n += 1) for (const name of ['bare', 'ours'] as const) samples[name].push(await costOf(contenders[name]));
  await Promise.all([...Object.values(contenders), endpoint].map((one) => one.stop()));
  const [ours, bare] = [median(samples.ours), median(samples.bare)];
  const judged = ours / bare;
  return [
    {
      what: `CPU per million deltas, ${STREAMS} streams`,
      ours,
      bare,
      unit: 's',
      judged,
      bar: `≤ ${MAX_RATIO} × bare`,
      ok: judged <= MAX_RATIO,
      samples: samples.ours,
    },
  ];
}

const load = (contender: MeasuredProcess, deltas: number): Promise<number[]> =>
  askMany(STREAMS, () => ask(contender.url, `/deltas/${deltas}/${GAP_MS}`));

/** Seconds of CPU per million deltas. */
async function costOf(contender: MeasuredProcess): Promise<number> {
  const before = contender.cpuMs();
  await load(contender, DELTAS);
  return ((contender.cpuMs() - before) * 1000) / (STREAMS * DELTAS);
}
