import { setTimeout as sleep } from 'node:timers/promises';
import { median, type Row } from './figures.ts';
import { ask } from './load.ts';
import { startEndpoint, startProduct } from './measured-process.ts';

/** Ten agents with a turn every six seconds, for an hour. */
const HOUR = 6_000;
const AGENTS = 10;
const TURNS_A_SESSION = 25;
/** Until what is remembered of sessions is full (700 of them): from then on the oldest goes for each new one. */
const WARM_UP = 18_000;
const TURNS = WARM_UP + HOUR;
const MAX_GROWTH = 1.05;
const MAX_FILES = 4;

const kinds = ['text', 'call', 'call', 'call', 'malformed', 'leak', 'call', 'text', 'cut', 'drop', 'failing'];

/** An hour's traffic, faults included, as fast as it goes: memory stays flat, and no descriptor is left open. */
export async function measureSoak(): Promise<readonly Row[]> {
  const endpoint = await startEndpoint();
  const ours = await startProduct(endpoint.url);
  const memory: number[] = [];
  let turns = 0;
  let lost = 0;
  let warmFiles = 0;
  const agent = async (name: number): Promise<void> => {
    let messages: object[] = [];
    for (let own = 0; turns < TURNS; own += 1) {
      if (own % TURNS_A_SESSION === 0) messages = [{ role: 'user', content: `Task ${own} of agent ${name}.` }];
      const turn = (turns += 1);
      const kind = kinds[turn % kinds.length] ?? 'text';
      const session = `agent-${name}-${Math.floor(own / TURNS_A_SESSION)}`;
      const endsWell = await ask(ours.url, `/say/${kind}`, { messages, session }).then(
        () => true,
        () => false,
      );
      if (!endsWell && !['cut', 'drop', 'failing'].includes(kind)) lost += 1;
      const call = { id: `call_${own}`, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command: `ls ${own}` }) } };
      const result = own % 7 === 0 ? 'bash: ls: command not found' : `listing ${own} ${'of some files '.repeat(40)}`;
      messages.push({ role: 'assistant', content: null, tool_calls: [call] }, { role: 'tool', tool_call_id: call.id, content: result });
    }
  };
  const watch = async (): Promise<void> => {
    while (turns < TURNS) {
      if (turns > WARM_UP) {
        if (warmFiles === 0) warmFiles = ours.openFiles();
        memory.push(ours.residentBytes() / (1024 * 1024));
      }
      await sleep(250);
    }
  };
  await Promise.all([...Array.from({ length: AGENTS }, (_, name) => agent(name)), watch()]);
  await sleep(6_000);
  const leftFiles = ours.openFiles();
  await Promise.all([ours, endpoint].map((one) => one.stop()));
  const part = Math.ceil(memory.length / 5);
  const [early, late] = [median(memory.slice(0, part)), median(memory.slice(-part))];
  return [
    {
      what: `an hour of ${AGENTS} agents, faults included: memory at its end over its start`,
      ours: late,
      bare: early,
      unit: 'MB',
      judged: late / early,
      bar: `≤ ${MAX_GROWTH} ×`,
      ok: late / early <= MAX_GROWTH,
      samples: memory,
    },
    {
      what: 'descriptors left when it is quiet, over those under way',
      ours: leftFiles,
      bare: warmFiles,
      unit: 'open',
      judged: leftFiles - warmFiles,
      bar: `+ ≤ ${MAX_FILES}`,
      ok: leftFiles - warmFiles <= MAX_FILES,
      samples: [warmFiles, leftFiles],
    },
    {
      what: 'turns lost that the endpoint had answered',
      ours: lost,
      bare: undefined,
      unit: 'turns',
      judged: lost,
      bar: '0',
      ok: lost === 0,
      samples: [lost],
    },
  ];
}
