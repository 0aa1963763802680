import { median, type Row } from './figures.ts';
import { ask } from './load.ts';
import { type MeasuredProcess, startBareProxy, startEndpoint, startProduct } from './measured-process.ts';

const EARLY = 10;
const LATE = 1000;
/** Turns that are measured around each. */
const SPAN = 120;
const MAX_RATIO = 1.5;

/** An agent's history of `turns` turns: a call, its result, the next. About 1 KB a turn. */
function historyOf(turns: number, session: string): readonly object[] {
  const messages: object[] = [{ role: 'user', content: `Work through the list of ${session}.` }];
  for (let n = 0; n < turns; n += 1) {
    const args = JSON.stringify({ command: `cat file-${n}.txt` });
    messages.push({
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `call_${n}`, type: 'function', function: { name: 'bash', arguments: args } }],
    });
    messages.push({ role: 'tool', tool_call_id: `call_${n}`, content: `line ${n} of the file: ${'some words of it '.repeat(50)}` });
  }
  return messages;
}

/** What a late turn of a long conversation costs over an early one, beyond reading its body (the bare proxy that reads and parses). */
export async function measureLongConversation(repetitions: number): Promise<readonly Row[]> {
  const endpoint = await startEndpoint();
  const bare = await startBareProxy(endpoint.url, '--read');
  const ours = await startProduct(endpoint.url);
  const samples: { early: number; late: number; body: number }[] = [];
  await earlyTurns(ours, 'warm');
  for (let n = 0; n < repetitions; n += 1) {
    const body = (await lateTurns(bare, `bare-${n}`)) - (await earlyTurns(bare, `bare-${n}`));
    samples.push({ early: await earlyTurns(ours, `early-${n}`), late: await lateTurns(ours, `late-${n}`), body: Math.max(0, body) });
  }
  await Promise.all([ours, bare, endpoint].map((one) => one.stop()));
  const late = median(samples.map((one) => one.late - one.body));
  const early = median(samples.map((one) => one.early));
  return [
    {
      what: `turn ${LATE} over turn ${EARLY}, beyond reading the body`,
      ours: late,
      bare: early,
      unit: 'ms CPU',
      judged: late / early,
      bar: `≤ ${MAX_RATIO} × turn ${EARLY}`,
      ok: late / early <= MAX_RATIO,
      samples: samples.map((one) => one.late),
    },
  ];
}

const turn = (contender: MeasuredProcess, turns: number, session: string): Promise<number> =>
  ask(contender.url, '', { stream: false, session, messages: historyOf(turns, session) });

/** CPU milliseconds a turn, over short conversations that reach turn 10. */
async function earlyTurns(contender: MeasuredProcess, session: string): Promise<number> {
  const conversations = SPAN / 6;
  for (let c = 0; c < conversations; c += 1) await turn(contender, EARLY - 4, `${session}-${c}`);
  const before = await settledCpuMs(contender);
  for (let c = 0; c < conversations; c += 1)
    for (let at = EARLY - 3; at <= EARLY + 2; at += 1) await turn(contender, at, `${session}-${c}`);
  return ((await settledCpuMs(contender)) - before) / SPAN;
}

/** CPU milliseconds a turn, in one conversation around turn 1,000. */
async function lateTurns(contender: MeasuredProcess, session: string): Promise<number> {
  const from = LATE - SPAN / 2;
  await turn(contender, from, session);
  const before = await settledCpuMs(contender);
  for (let at = from + 1; at <= from + SPAN; at += 1) await turn(contender, at, session);
  return ((await settledCpuMs(contender)) - before) / SPAN;
}

/**
 * CPU time once what was asked for is done: the journal stores behind the answer, and the first request of a long conversation brings all of
 * it. Quiet is a fifth of a second without a tick of the clock.
 */
async function settledCpuMs(contender: MeasuredProcess): Promise<number> {
  let seen = contender.cpuMs();
  for (let quiet = 0; quiet < 4; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const now = contender.cpuMs();
    quiet = now === seen ? quiet + 1 : 0;
    seen = now;
  }
  return seen;
}
