import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialects } from '../scripted-upstream.ts';
import { editor } from './agent-tools.ts';
import { type ModelCall, only, type Played, SessionBench } from './session-bench.ts';

/** What the operator orders about circuits over the API reaches the next request of the session, and no other. */
let bench: SessionBench;
beforeAll(async () => {
  bench = await SessionBench.start();
});
afterAll(() => bench.stop());

const view = (path: string, first: number): ModelCall => ['str_replace_editor', { command: 'view', path, view_range: [first, first + 1] }];
const missing = (first: number): ModelCall => view('/w/none.txt', first);
const guided = (played: Played) => only(played.entries, 'guidance-sent').map(({ occurrence }) => occurrence);
const openCircuits = async (session: string): Promise<number> => {
  const { circuits } = await bench.program.call<{ readonly circuits: { readonly state: string }[] }>('circuits/list', { session });
  return circuits.filter(({ state }) => state === 'open').length;
};
const set = (session: string, state: string) => bench.program.call('circuits/set', { session, state });

describe.each(dialects.map((dialect) => ({ dialect, path: dialect.path })))('$path', ({ dialect }) => {
  const plan = { dialect, tools: [editor], files: { '/w/a.txt': 'one\ntwo\nthree\nfour' } };

  test('a circuit that was closed by hand guides again from 1', async () => {
    const played = await bench.play({
      ...plan,
      model: [missing(1), missing(2), missing(3), missing(4), missing(5)],
      before: async (turn, session) => {
        if (turn === 5) await set(session, 'closed');
      },
    });
    expect(guided(played)).toEqual([1, 2, 3, 1, 2]);
    expect(only(played.entries, 'circuit-opened').map(({ occurrences }) => occurrences)).toEqual([3]);
    expect(only(played.entries, 'circuit-closed').map(({ cause }) => cause)).toContain('operator');
    expect(played.asked[3]).toContain('[MODEL_STUCK_LOOP]');
    expect(played.asked).toHaveLength(6);
  });

  test('an open circuit lets another attempt through; success elsewhere does not close it', async () => {
    const played = await bench.play({
      ...plan,
      model: [missing(1), missing(2), missing(3), view('/w/a.txt', 1), missing(4)],
      before: async (turn, session) => {
        if (turn === 5) expect(await openCircuits(session)).toBe(1);
      },
    });
    expect(guided(played)).toEqual([1, 2, 3, 4]);
    expect(played.text).toBe('done');
    expect(only(played.entries, 'circuit-closed')).toEqual([]);
  });

  test('a model that goes on regardless costs two further requests, then its turn ends', async () => {
    const played = await bench.play({ ...plan, model: Array.from({ length: 9 }, (_, n) => missing(n + 1)) });
    expect(guided(played)).toEqual([1, 2, 3, 4, 5]);
    expect(played.refused).toMatch(/^400 .*MODEL_STUCK_LOOP/s);
    // Three mistakes open the circuit; the directive goes out twice; the fifth mistake is not sent.
    expect(played.asked).toHaveLength(5);
    expect(only(played.entries, 'loop-detected').at(-1)).toMatchObject({ kind: 'same_error_varied_args', action: 'end', count: 5 });
  });

  test('beside a step that works the same mistake ends nothing', async () => {
    const played = await bench.play({
      ...plan,
      model: Array.from({ length: 7 }, (_, n): readonly ModelCall[] => [missing(n + 1), view('/w/a.txt', (n % 3) + 1)]),
    });
    expect(played.refused).toBe('');
  });

  test('the attempt that works closes it: the next mistake counts from 1', async () => {
    const played = await bench.play({
      ...plan,
      model: [missing(1), missing(2), missing(3), missing(1), missing(2)],
      before: (turn, _session, { files }) => {
        if (turn === 4) files.set('/w/none.txt', 'here\nnow');
        if (turn === 5) files.delete('/w/none.txt');
      },
    });
    expect(played.results.map(({ isError }) => isError)).toEqual([true, true, true, false, true]);
    expect(guided(played)).toEqual([1, 2, 3, 1]);
    expect(only(played.entries, 'circuit-closed').map(({ cause }) => cause)).toEqual(['success']);
    expect(await openCircuits(played.session)).toBe(0);
  });

  test('an isolated session asks no model until it is closed again; others go on', async () => {
    let refusal = '';
    const played = await bench.play({
      ...plan,
      model: [view('/w/a.txt', 1), view('/w/a.txt', 2)],
      before: async (turn, session) => {
        if (turn !== 2) return;
        await set(session, 'isolated');
        const body = dialect.body({ model: 'scripted-model', system: '', tools: [editor], messages: [{ role: 'user', text: 'again' }] });
        const ask = (name: string) =>
          fetch(`${bench.program.gateway}${dialect.path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-signalbox-session': name },
            body: JSON.stringify(body),
          });
        const refused = await ask(session);
        refusal = `${refused.status} ${await refused.text()}`;
        await set(session, 'closed');
      },
    });
    expect(refusal).toMatch(/^400 .*signalbox_loop/s);
    expect(played.results.map(({ isError }) => isError)).toEqual([false, false]);
    expect(played.asked).toHaveLength(3);
  });

  test('off for this session: mistakes are guided, and nothing is opened or ended', async () => {
    const played = await bench.play({
      ...plan,
      model: Array.from({ length: 8 }, () => missing(1)),
      before: async (turn, session) => {
        if (turn === 1) await bench.program.call('sessions/set', { session, loops: false });
      },
    });
    expect(guided(played)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(only(played.entries, 'circuit-opened')).toEqual([]);
    expect(only(played.entries, 'loop-detected')).toEqual([]);
    expect(played.asked).toHaveLength(9);
    expect(played.asked.join('')).not.toContain('MODEL_STUCK_LOOP');
  });
});
