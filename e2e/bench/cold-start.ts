import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { median, type Row } from './figures.ts';
import { startProduct } from './measured-process.ts';

const MAX_MS = 700;

/** From the start of the process to the ready line of served mode, beyond Node's own start. */
export async function measureColdStart(repetitions: number): Promise<readonly Row[]> {
  const bare: number[] = [];
  const ours: number[] = [];
  for (let n = 0; n < repetitions + 2; n += 1) {
    let started = performance.now();
    await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
    bare.push(performance.now() - started);
    started = performance.now();
    const product = await startProduct('http://127.0.0.1:9');
    ours.push(performance.now() - started);
    await product.stop();
  }
  const [own, base] = [median(ours), median(bare)];
  return [
    {
      what: 'cold start to the ready line',
      ours: own,
      bare: base,
      unit: 'ms',
      judged: own - base,
      bar: `+ ≤ ${MAX_MS} ms`,
      ok: own - base <= MAX_MS,
      samples: ours,
    },
  ];
}
