// `npm run bench [-- --only NAME] [--repetitions N] [--json FILE]`: our figures beside a bare pass-through, measured in the same run.
// Medians; machines differ, so ratios and differences are what is judged. Needs Linux (CPU time is read from /proc) and a build.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureColdStart } from './cold-start.ts';
import { measureConsole } from './console-storm.ts';
import { type Row, table } from './figures.ts';
import { measureHostileText } from './hostile-text.ts';
import { measureLatency } from './latency.ts';
import { measureLongConversation } from './long-conversation.ts';
import { measureSoak } from './soak.ts';
import { measureStreamCost } from './stream-cost.ts';

const measures: Readonly<Record<string, (repetitions: number) => Promise<readonly Row[]>>> = {
  'cold-start': measureColdStart,
  'stream-cost': measureStreamCost,
  latency: measureLatency,
  'long-conversation': measureLongConversation,
  'hostile-text': measureHostileText,
  'console-storm': measureConsole,
  soak: measureSoak,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    repetitions: { type: 'string', default: '3' },
    json: { type: 'string', default: path.join(import.meta.dirname, '../../test-results/bench.json') },
  },
});

const rows: Row[] = [];
for (const name of values.only ?? Object.keys(measures)) {
  const measure = measures[name];
  if (measure === undefined) throw new Error(`no measure "${name}"; there are ${Object.keys(measures).join(', ')}`);
  rows.push(...(await measure(Number(values.repetitions))));
}
console.log(table(rows));
const machine = { node: process.version, cpu: cpus()[0]?.model ?? '', cores: cpus().length };
mkdirSync(path.dirname(values.json), { recursive: true });
writeFileSync(values.json, JSON.stringify({ at: new Date().toISOString(), machine, rows }, undefined, 2));
console.log(`\n${machine.cores} × ${machine.cpu}, Node ${machine.node}; written to ${values.json}`);
process.exit(rows.every((row) => row.ok) ? 0 : 1);
