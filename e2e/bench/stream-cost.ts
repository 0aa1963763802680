import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { median, type Row } from './figures.ts';
import { ask, askMany } from './load.ts';
import { type MeasuredProcess, startBareProxy, startEndpoint, startPortkey, startProduct } from './measured-process.ts';

const STREAMS = 100;
const DELTAS = 400;
const GAP_MS = 10;
const MAX_RATIO = 1.5;
const MAX_OF_PORTKEY = 1 / 3;

interface Contender {
  readonly process: MeasuredProcess;
  readonly portkeyTo?: string | undefined;
}

/**
 * CPU time per million deltas, one delta a packet as models send them; contenders take turns in one run. With PORTKEY_DIR, a folder where
 * `@portkey-ai/gateway` is installed, that gateway is one of them.
 */
export async function measureStreamCost(repetitions: number): Promise<readonly Row[]> {
  const endpoint = await startEndpoint();
  const folder = process.env['PORTKEY_DIR'];
  const contenders = new Map<string, Contender>([
    ['bare', { process: await startBareProxy(endpoint.url) }],
    ['ours', { process: await startProduct(endpoint.url) }],
  ]);
  if (folder !== undefined) contenders.set('portkey', { process: await startPortkey(folder, await freePort()), portkeyTo: endpoint.url });
  const samples = new Map([...contenders.keys()].map((name) => [name, [] as number[]]));
  for (const one of contenders.values()) await load(one, 50);
  for (let n = 0; n < repetitions; n += 1) for (const [name, contender] of contenders) samples.get(name)?.push(await costOf(contender));
  await Promise.all([...[...contenders.values()].map((one) => one.process), endpoint].map((one) => one.stop()));
  const ours = samples.get('ours') ?? [];
  const row = (other: string, limit: number): Row => {
    const against = median(samples.get(other) ?? []);
    const judged = median(ours) / against;
    return {
      what: `CPU per million deltas, ${STREAMS} streams${other === 'bare' ? '' : `, against ${other}`}`,
      ours: median(ours),
      bare: against,
      unit: 's',
      judged,
      bar: `≤ ${limit.toFixed(2)} × ${other}`,
      ok: judged <= limit,
      samples: ours,
    };
  };
  return [row('bare', MAX_RATIO), ...(folder === undefined ? [] : [row('portkey', MAX_OF_PORTKEY)])];
}

const load = ({ process: { url }, portkeyTo }: Contender, deltas: number): Promise<number[]> =>
  askMany(STREAMS, () => ask(url, `/deltas/${deltas}/${GAP_MS}`, { portkeyTo }));

/** Seconds of CPU per million deltas. */
async function costOf(contender: Contender): Promise<number> {
  const before = contender.process.cpuMs();
  await load(contender, DELTAS);
  return ((contender.process.cpuMs() - before) * 1000) / (STREAMS * DELTAS);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
