#!/usr/bin/env node
// Proves that the harness is right: units, `direct`, a toy gateway that does right and wrong things, and a toy product
// that is started and stopped as 4-interfaces says. node selftest.mjs [--quick]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startUpstream } from './upstream.mjs';
import { startToy } from './selftest-toy.mjs';
import { openTarget } from './product.mjs';
import { api } from './operator.mjs';
import { contractChecks } from './contract.mjs';
import { build } from './build-exchange.mjs';
import { parseArgs, runSuites, loadSuite } from './run.mjs';
import { closeClients } from './client.mjs';
import { decode } from './decode.mjs';
import { parseSse, SseParser } from './sse.mjs';
import { splitNet, splitText, NET_MODES, TEXT_MODES } from './split.mjs';
import { toStream, toBody, toRequest, DIALECTS } from './dialects.mjs';
import { historyFaults, rawItems } from './history.mjs';
import { plainAttempt } from './judge-leaks.mjs';
import { mismatch } from './match.mjs';
import { unterminated, textForList } from './adapter-args.mjs';
import { benchFigures } from './metrics.mjs';
import { rng, tryParse } from './util.mjs';

let good = 0;
const bad = [];
const check = (cond, what) => {
  if (cond) good++;
  else {
    bad.push(what);
    console.log('FAIL', what);
  }
};
const is = (a, b, what) => check(JSON.stringify(a) === JSON.stringify(b), `${what}: ${JSON.stringify(a)} for ${JSON.stringify(b)}`);

// ------------------------------------------------------------------ units
const R = () => rng(7);
const reply = { text: 'Hé 渐 <x>', reasoning: 'why', calls: [{ id: 'call_1', name: 'f', arguments: '{"a":"ü"}' }], finish: 'calls' };
for (const d of DIALECTS) {
  const events = toStream(d, reply, { textMode: 'char', argsMode: 'char', r: R() });
  const whole = decode(d, Buffer.from(events.join('')), { stream: true, contentType: 'text/event-stream' });
  is(whole.protocolErrors, [], `${d}: a well-formed stream has no protocol errors`);
  is(
    [whole.text, whole.reasoning, whole.calls.map((c) => [c.name, c.argumentsRaw, c.complete])],
    [reply.text, reply.reasoning, [['f', '{"a":"ü"}', true]]],
    `${d}: stream decodes`,
  );
  const body = decode(d, Buffer.from(JSON.stringify(toBody(d, reply))), { stream: false, contentType: 'application/json' });
  is([body.protocolErrors, body.text, body.calls[0].argumentsRaw], [[], reply.text, '{"a":"ü"}'], `${d}: body decodes`);
  for (const mode of NET_MODES) {
    const parts = splitNet(events, mode, R());
    check(Buffer.concat(parts).equals(Buffer.from(events.join(''))), `${d}: ${mode} keeps every byte`);
    const p = new SseParser();
    const seen = parts.flatMap((b) => p.feed(b));
    seen.push(...p.feed(null, true));
    is(seen, parseSse(Buffer.from(events.join(''))).events, `${d}: ${mode} parses to the same events`);
  }
  // Cutting any one event out of a stream must be noticed.
  const must = events
    .map((_, i) => i)
    .filter(
      (i) =>
        !/usage|reasoning_content|thinking_delta|signature|"content":"|text_delta|partial_json|arguments":"|reasoning_text|\.delta"|"role":"assistant","content":""|ping/.test(
          events[i],
        ),
    );
  for (const i of must) {
    const m = decode(d, Buffer.from(events.filter((_, j) => j !== i).join('')), { stream: true, contentType: 'text/event-stream' });
    check(m.protocolErrors.length > 0, `${d}: missing event ${i} noticed (${events[i].slice(0, 70)})`);
  }
  const twice = decode(d, Buffer.from([...events, events.at(-1)].join('')), { stream: true, contentType: 'text/event-stream' });
  check(
    twice.protocolErrors.some((k) => k.startsWith('end.')),
    `${d}: something behind the end is noticed`,
  );
}
for (const mode of TEXT_MODES)
  is(
    splitText('a<tool_call>\n{"x":1}</tool_call> 渐😀', mode, R()).join(''),
    'a<tool_call>\n{"x":1}</tool_call> 渐😀',
    `splitText ${mode} keeps the text`,
  );
const sse = 'data: a\r\n\r\n: c\r\ndata:b\rdata: c\n\n\uFEFFdata: d\n\ndata: é渐\n\n';
for (let cut = 1; cut < Buffer.byteLength(sse); cut++) {
  const b = Buffer.from(sse);
  const p = new SseParser();
  const e = [...p.feed(b.subarray(0, cut)), ...p.feed(b.subarray(cut)), ...p.feed(null, true)];
  if (JSON.stringify(e.map((x) => x.data)) !== '["a","b\\nc","é渐"]') {
    check(false, `SSE cut at ${cut}: ${JSON.stringify(e.map((x) => x.data))}`);
    break;
  }
}
good++;
for (const [s, w] of [
  ['{"a":1}', false],
  ['{"a":1', true],
  ['{"a":"x', true],
  ['{{"c":1}', false],
  ['{"p":"a"}{"p":"b', true],
  ['', false],
  ['{', true],
  ["{'c':1}", false],
])
  is(unterminated(s), w, `unterminated ${s}`);
const call = (id) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'x', arguments: '{}' } }],
});
is(
  historyFaults('openai-chat', {
    messages: [{ role: 'user', content: 'a' }, call('c1'), { role: 'tool', tool_call_id: 'c1', content: 'r' }],
  }),
  [],
  'valid history',
);
is(historyFaults('openai-chat', { messages: [call('c1')] }), ['dangling-call:c1'], 'dangling call');
is(
  historyFaults('openai-chat', {
    messages: [call('c1'), { role: 'user', content: 'w' }, { role: 'tool', tool_call_id: 'c1', content: 'r' }],
  }),
  ['result-not-adjacent:c1'],
  'late result',
);
is(
  historyFaults('anthropic', {
    messages: [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'x', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'n' },
          { type: 'tool_result', tool_use_id: 't', content: 'r' },
        ],
      },
    ],
  }),
  ['result-after-text:2'],
  'result after text',
);
is(mismatch([{ role: 'tool', content: 'words' }], [{ role: 'tool', content: '<synthetic>' }]), null, 'placeholder');
check(mismatch([{ role: 'tool', content: '' }], [{ role: 'tool', content: '<synthetic>' }]) !== null, 'an empty placeholder is refused');
check(mismatch([{ role: 'user', content: 'a' }], [{ role: 'user', content: 'b' }]) !== null, 'other text is refused');

is(
  rawItems(
    '{"a":{"messages":[9]},"messages" : [{"x":"],","cache_control":{"type":"e"}}, {"cache_control":{"t":1},"y":[1.0]}],"z":[]}',
    'messages',
  ),
  ['{"x":"],"}', '{"y":[1.0]}'],
  'raw items, cache_control apart',
);
is(rawItems('{"input":"text"}', 'input'), null, 'no raw items in a text input');
is(
  [
    textForList({ raw: '{"a":"[1]"}', expect: { arguments: { a: [1] } } }),
    textForList({ raw: '{"a":"1"}', expect: { arguments: { a: 1 } } }),
  ],
  [true, false],
  'list as a string is review',
);
is(
  [
    plainAttempt('<tool_call>{"a":1}</tool_call>', 'unadvertised'),
    plainAttempt('For example:\n<tool_call>{"a":1}</tool_call>', 'unadvertised'),
    plainAttempt('x'.repeat(700) + ' <tool_call>{', 'incomplete'),
  ],
  [true, false, false],
  'checks 11 and 12 of a refusal',
);
// Bytes that keep a client alive (3.4) are never protocol errors, wherever they may stand.
for (const d of DIALECTS) {
  const ev = (type, o = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...o })}\n\n`;
  const events = toStream(d, reply, { textMode: 'random', argsMode: 'random', r: R() });
  const alive =
    d === 'openai-chat'
      ? [': wait\n\n', 'data: {"choices":[]}\n\n']
      : d === 'anthropic'
        ? [ev('ping'), ev('message_delta', { delta: {}, usage: { output_tokens: 0 } })]
        : [
            ev('response.in_progress', { response: { id: 'resp_h1', status: 'in_progress' } }),
            ev('response.in_progress', { sequence_number: 0, response: { id: 'resp_h1', status: 'in_progress' } }),
          ];
  const out = [];
  let open = null;
  events.forEach((e, i) => {
    out.push(e);
    if (d === 'anthropic' && /content_block_start/.test(e))
      open = [/"index":(\d+)/.exec(e)[1], /"type":"(text|thinking|tool_use)"/.exec(e)[1]];
    if (d === 'anthropic' && /content_block_stop/.test(e)) open = null;
    if (i >= events.length - 2) return;
    if (open)
      out.push(
        ev('content_block_delta', {
          index: Number(open[0]),
          delta:
            open[1] === 'text'
              ? { type: 'text_delta', text: '' }
              : open[1] === 'thinking'
                ? { type: 'thinking_delta', thinking: '' }
                : { type: 'input_json_delta', partial_json: '' },
        }),
        ev('ping'),
      );
    else out.push(...alive);
  });
  const m = decode(d, Buffer.from(out.join('')), { stream: true, contentType: 'text/event-stream' });
  is(
    [m.protocolErrors, m.text, m.calls.map((c) => c.argumentsRaw)],
    [[], reply.text, ['{"a":"ü"}']],
    `${d}: keep-alive bytes are no fault`,
  );
}

// The metrics of the public bench, on its own two reference repairers (numbers of its README).
const opts = (extra) => ({ ...parseArgs([]), quiet: true, ...extra });
const bench = loadSuite(opts({}), 'bench').rows;
if (bench.length) {
  const rows = bench.map((r) => ({ caseId: r.id, expect: r.expect, row: r, verdict: {} }));
  const exact = (r, a) => JSON.stringify(a) === JSON.stringify(r.expect.gold.arguments);
  const naive = (r) => {
    const p = tryParse(r.row.text.trim());
    const o = p.ok && (Array.isArray(p.value) ? p.value.find((x) => x?.name) : p.value);
    return o?.name ? { name: o.name, exact: exact(r, o.arguments ?? o.parameters ?? {}) } : null;
  };
  const greedy = (r) => {
    const t = r.row.tools.find((x) => r.row.text.includes(x.name));
    return t ? { name: t.name, exact: exact(r, {}) } : null;
  };
  const two = (x) => Math.round(x * 100) / 100;
  const line = (f) => [f.unsafeFp, two(f.precision), two(f.recoverableRecall), two(f.noToolFpRate), two(f.f1)];
  is(line(benchFigures(rows, naive)), [2, 0.83, 0.27, 0.05, 0.41], 'bench metrics on naive_json as published');
  is(line(benchFigures(rows, greedy)), [9, 0.64, 0.98, 0.5, 0.77], 'bench metrics on greedy_name_match as published');
}

// ------------------------------------------------------------------ direct
const up = await startUpstream();
const tmp = fs.mkdtempSync(path.join(os.tmpdir(), 'bar-selftest-'));
const write = (suite, rows) => {
  const f = path.join(tmp, `${suite}.jsonl`);
  fs.writeFileSync(f, rows.map((r) => JSON.stringify(r)).join('\n'));
  return f;
};
const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } };
const leakText = '<tool_call>\n{"name":"bash","arguments":{"command":"ls"}}\n</tool_call>';
const ls = [{ name: 'bash', arguments: { command: 'ls' } }];
const mini = {
  leaks: [
    {
      id: 'rec',
      family: 'mini',
      tools: [bash],
      text: 'I look.\n' + leakText,
      expect: { outcome: 'recover', calls: ls, leftover_text: 'I look.\n' },
    },
    {
      id: 'ask',
      family: 'mini',
      tools: [bash],
      text: 'Example:\n' + leakText,
      expect: { outcome: 'ask', calls: ls, leftover_text: 'Example:\n' },
    },
    { id: 'refuse', family: 'mini', tools: [bash], text: leakText.replace('"bash"', '"rm_all"'), expect: { outcome: 'refuse', calls: [] } },
    { id: 'quote', family: 'mini', tools: [bash], text: 'One writes `' + leakText + '` for it.', expect: { outcome: 'pass', calls: [] } },
    { id: 'plain', family: 'mini', tools: [bash], text: 'All is well.', expect: { outcome: 'pass', calls: [] } },
  ],
  args: [
    { id: 'good', tool: bash, raw: '{"command": "ls"}', expect: { outcome: 'valid', arguments: { command: 'ls' } } },
    { id: 'comma', tool: bash, raw: '{"command": "ls",}', expect: { outcome: 'repair', arguments: { command: 'ls' } } },
    { id: 'broken', tool: bash, raw: '{"command": ls}', expect: { outcome: 'refuse' } },
    { id: 'cut', tool: bash, raw: '{"command": "rm -rf ./a', finish_reason: 'length', expect: { outcome: 'refuse' } },
  ],
  errors: [
    {
      id: 'pm',
      tool: 'bash',
      args: {},
      tools: [bash],
      content: "Missing value for required parameter 'command'.",
      is_error_flag: true,
      expect: { category: 'EI/PARAM_MISSING/001' },
    },
    {
      id: 'none',
      tool: 'bash',
      args: { command: 'cat a' },
      tools: [bash],
      content: 'total 0\nerror: none',
      is_error_flag: false,
      expect: { category: 'NONE' },
    },
  ],
  loops: [
    {
      id: 'stuck',
      turns: Array.from({ length: 4 }, () => ({
        call: { name: 'bash', arguments: '{"command":"ls"}' },
        result: { content: 'a', is_error: false },
      })),
      expect: { stuck: true, at_turn: 3, at_turn_max: 4, kind: 'identical' },
    },
    {
      id: 'poll',
      turns: Array.from({ length: 4 }, (_, i) => ({
        call: { name: 'bash', arguments: '{"command":"ls"}' },
        result: { content: `${i} %`, is_error: false },
      })),
      expect: { stuck: false, at_turn: null, kind: 'poll' },
    },
  ],
  dangling: [
    {
      id: 'dang',
      dialect: 'openai',
      messages: [{ role: 'user', content: 'go' }, call('c1'), { role: 'user', content: 'stop' }],
      expect: {
        repaired_messages: [
          { role: 'user', content: 'go' },
          call('c1'),
          { role: 'tool', tool_call_id: 'c1', content: '<synthetic>' },
          { role: 'user', content: 'stop' },
        ],
      },
    },
    {
      id: 'fine',
      dialect: 'openai',
      messages: [
        { role: 'user', content: 'go' },
        call('c1'),
        { role: 'tool', tool_call_id: 'c1', content: 'r' },
        { role: 'user', content: 'n' },
      ],
      expect: { unchanged: true },
    },
  ],
};
const cases = Object.fromEntries(Object.entries(mini).map(([s, rows]) => [s, [write(s, rows)]]));
const suites = Object.keys(mini);
async function classes(target, extra = {}) {
  const res = await runSuites(opts({ suites, cases, guises: 6, ...extra }), target, up);
  const out = {};
  for (const s of Object.values(res)) for (const r of s.rows) (out[r.caseId] ??= new Set()).add(r.verdict.class);
  return { of: (id) => [...(out[id] ?? [])].sort().join('+'), res };
}
{
  const d = await classes(await openTarget('direct', { upstream: up.url }));
  for (const [id, w] of Object.entries({
    rec: 'missed',
    ask: 'ok',
    refuse: 'ok',
    quote: 'ok',
    plain: 'ok',
    good: 'ok',
    comma: 'missed',
    broken: 'missed',
    cut: 'unsafe',
    pm: 'missed',
    none: 'ok',
    stuck: 'missed',
    poll: 'ok',
    dang: 'missed',
    fine: 'ok',
  }))
    is(d.of(id), w, `direct: ${id}`);
}
// Every exchange that is built from the real cases must be flawless in itself: direct finds no protocol error and no altered byte.
const real = opts({
  suites: ['leaks', 'args', 'errors', 'loops', 'dangling', 'bench', 'healthy'],
  guises: process.argv.includes('--quick') ? 1 : 2,
});
{
  const res = await runSuites(real, await openTarget('direct', { upstream: up.url }), up);
  for (const [s, x] of Object.entries(res)) {
    const wrong = x.rows.filter(
      (r) => ['protocol', 'altered', 'other'].includes(r.verdict.class) || (r.identical && !(r.identical.request && r.identical.response)),
    );
    check(
      !wrong.length,
      `direct over ${s}: ${wrong.length} of ${x.rows.length} not transparent, first ${wrong[0]?.id} ${wrong[0]?.verdict.note}`,
    );
    if (s === 'healthy') is([x.figures?.okPct, x.figures?.interventions, x.figures?.prefixStablePct], [100, 0, 100], 'direct over healthy');
    const pass = x.rows.filter((r) => r.expect.outcome === 'pass');
    check(
      pass.every((r) => r.verdict.class === 'ok'),
      `direct over ${s}: all pass cases are ok`,
    );
    const rec = x.rows.filter((r) => r.expect.outcome === 'recover' && !r.expect.also_ok);
    check(
      rec.every((r) => r.verdict.class === 'missed'),
      `direct over ${s}: all recover cases are missed (${rec.find((r) => r.verdict.class !== 'missed')?.id})`,
    );
  }
}

// ------------------------------------------------------------------ a toy that does right and wrong
const TOY = {
  through: { rec: 'missed', plain: 'ok', good: 'ok', dang: 'missed', stuck: 'missed' },
  recover: { rec: 'ok', ask: 'ok', refuse: 'ok', quote: 'ok', plain: 'ok', good: 'ok' },
  reckless: { refuse: 'unsafe', quote: 'unsafe', ask: 'unsafe', plain: 'ok' },
  shout: { plain: 'altered', quote: 'altered', rec: 'missed' },
  'recover,markup': { rec: 'altered' },
  'recover,wrongargs': { rec: 'unsafe' },
  'recover,swallow': { rec: 'missed' },
  noend: { plain: 'protocol' },
  cutall: { plain: 'altered', rec: 'missed', refuse: 'ok' },
  inventargs: { broken: 'unsafe', good: 'ok', comma: 'unsafe' },
  fixargs: { comma: 'ok', good: 'ok', broken: 'missed' },
  dropcalls: { good: 'missed', comma: 'missed', cut: 'ok' },
  guide: { pm: 'ok', none: 'ok' },
  'guide-all': { none: 'altered', pm: 'ok' },
  'guide-random': { pm: 'protocol', none: 'protocol' },
  'guide-lossy': { pm: 'altered' },
  loop: { stuck: 'ok', poll: 'ok' },
  'loop-name': { stuck: 'ok', poll: 'altered' },
  repair: { dang: 'ok', fine: 'ok' },
  'repair-grow': { dang: 'altered', fine: 'altered' },
};
const seenClasses = new Set();
for (const [mode, want] of Object.entries(TOY)) {
  const toy = await startToy({ upstream: up.url, mode });
  const t = await classes({ kind: 'url', base: toy.url, stop: async () => {} });
  for (const [id, w] of Object.entries(want)) {
    // noend on JSON bodies gives unreadable JSON: also a protocol fault, so one class over all guises.
    is(t.of(id), w, `toy ${mode}: ${id}`);
    w.split('+').forEach((c) => seenClasses.add(c));
  }
  closeClients();
  await toy.close();
}
// The healthy rows: made by the script beside this file, well formed, and many.
{
  const { files, rows } = loadSuite(opts({}), 'healthy');
  const made = spawnSync(process.execPath, [fileURLToPath(new URL('./make-healthy.mjs', import.meta.url)), '--seed', '16'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (files.length && made.stdout.startsWith(`{"id":"${rows[0]?.id}"`))
    check(made.stdout === fs.readFileSync(files[0], 'utf8'), 'make-healthy --seed 16 gives the shared file');
  const mine = made.stdout
    .trim()
    .split('\n')
    .map((x) => JSON.parse(x));
  check(mine.length >= 150 && new Set(mine.map((x) => x.dialect)).size === 3, `${mine.length} healthy rows in three dialects`);
  for (const x of mine.filter((y) => y.family !== 'growing')) {
    const m = decode(x.dialect, Buffer.from(x.stream ? x.upstream.sse.join('') : x.upstream.body_raw), {
      stream: x.stream,
      contentType: x.upstream.headers['content-type'],
    });
    const faults = x.family === 'server-held' ? [] : historyFaults(x.dialect, JSON.parse(x.request_raw));
    if (m.protocolErrors.length || faults.length) check(false, `${x.id} is not healthy: ${m.protocolErrors} ${faults}`);
  }
}
// The healthy suite: a proxy that only passes is clean; one that withholds, asks again, re-serialises or shifts history is caught.
{
  const rows = loadSuite(opts({}), 'healthy').rows;
  const some = (family, k, f = () => true) => rows.filter((x) => x.family === family && f(x)).slice(0, k);
  const subset = [
    ...some('prose', 3, (x) => x.live),
    ...some('native-arguments', 12),
    ...some('markdown', 3),
    ...some('result-words', 2),
    ...some('growing', 3),
    ...some('growing', 1, (x) => x.clean),
  ];
  const files = { healthy: [write('healthy', subset)] };
  const want = {
    through: (f, of) => f.okPct === 100 && f.interventions === 0 && f.prefixStablePct === 100,
    '': (f, of) => of('prose').includes('other') && f.interventions > 0, // the whole reply is withheld, the same bytes then
    'through,reask': (f, of) => of('prose') === 'other' && of('markdown') === 'other' && f.interventions > 0,
    reserialise: (f, of) => of('native-arguments').includes('altered') && f.interventions > 0,
    'through,reserialise-request': (f, of) => /altered/.test(of('native-arguments') + of('prose') + of('markdown')) && f.interventions > 0,
    'through,shift': (f, of) => of('growing') === 'altered' && of('prose') === 'altered' && f.prefixStablePct === 0,
    'through,guide-random': (f, of) => of('growing') === 'altered' && f.prefixStablePct < 100,
    'through,nonce': (f, of) => of('growing').includes('protocol') && f.prefixStablePct < 100, // only the second sending differs
    'through,guide-all': (f, of) => of('result-words') === 'altered',
    cutall: (f) => f.okPct === 0 || f.interventions > 0,
  };
  for (const [mode, holds] of subset.length ? Object.entries(want) : []) {
    const toy = await startToy({ upstream: up.url, mode });
    const res = (
      await runSuites(opts({ suites: ['healthy'], cases: files, guises: 2 }), { kind: 'url', base: toy.url, stop: async () => {} }, up)
    ).healthy;
    const of = (family) => [...new Set(res.rows.filter((x) => x.family === family).map((x) => x.verdict.class))].sort().join('+');
    check(
      holds(res.figures, of),
      `healthy, toy ${mode || 'withholds'}: ok ${res.figures.okPct} interventions ${res.figures.interventions} prefix ${res.figures.prefixStablePct}; ${['prose', 'native-arguments', 'markdown', 'result-words', 'growing'].map((x) => `${x} ${of(x)}`).join(', ')}; first ${res.rows.find((x) => x.verdict.class !== 'ok')?.verdict.note}`,
    );
    closeClients();
    await toy.close();
  }
}
for (const c of ['ok', 'unsafe', 'missed', 'altered', 'protocol']) check(seenClasses.has(c), `class ${c} can occur`);

// ------------------------------------------------------------------ a toy product: start, ready line, operator, stop
{
  const dir = path.join(tmp, 'product');
  fs.mkdirSync(dir);
  fs.writeFileSync(
    path.join(dir, 'package.json'),
    JSON.stringify({ name: 'toy', private: true, scripts: { start: `node ${new URL('./selftest-toy.mjs', import.meta.url).pathname}` } }),
  );
  const target = await openTarget(`product:${dir}`, { upstream: up.url });
  check(target.base.startsWith('http://127.0.0.1:') && target.token === 'toy-token', 'ready line read');
  const head = await classes(target, { suites: ['leaks'] });
  is([head.of('rec'), head.of('ask'), head.of('refuse')], ['ok', 'ok', 'ok'], 'toy product, headless');
  const op = await classes(target, { suites: ['leaks'], mode: 'operator' });
  is([op.of('rec'), op.of('ask'), op.of('refuse')], ['ok', 'ok', 'ok'], 'toy product, operator');
  check(
    op.res.leaks.rows.filter((r) => r.caseId === 'ask').every((r) => r.verdict.note === 'approved'),
    'ask was approved and dispatched',
  );
  is((await api(target, 'approvals/list', {}, { token: 'wrong' })).status, 401, 'wrong token');
  closeClients();
  const end = await target.stop();
  is(end.exit.code ?? end.exit.sig, 0, 'toy product ends with 0 on SIGTERM');
  // A held call where none may be held, and silence where one must be asked about: both are failures in operator mode.
  const silent = await openTarget(`product:${dir}`, { upstream: up.url, env: { TOY_MODE: 'through' } });
  const s = await classes(silent, { suites: ['leaks'], mode: 'operator' });
  is(s.of('ask'), 'missed', 'no approval appeared: missed');
  closeClients();
  await silent.stop();
}
// The interface checks: all hold on the toy product, and many fail on one that only passes through.
if (!process.argv.includes('--quick')) {
  const dir = path.join(tmp, 'product');
  const all = await contractChecks(`product:${dir}`);
  is(
    all.filter((c) => !c.pass).map((c) => `${c.name}: ${c.note}`),
    [],
    'interface checks on the toy product',
  );
  process.env.TOY_MODE = 'through';
  const some = await contractChecks(`product:${dir}`);
  delete process.env.TOY_MODE;
  check(some.filter((c) => !c.pass).length >= 10, 'interface checks notice a gateway that never holds');
}
// guises really differ
{
  const ex = build('leaks', mini.leaks, { ...opts({}), guises: 9 }).filter((e) => e.caseId === 'rec');
  check(
    new Set(ex.map((e) => e.dialect)).size === 3 && ex.some((e) => !e.guise.stream) && new Set(ex.map((e) => e.guise.netMode)).size > 2,
    'guises rotate dialect, streaming and chunking',
  );
  const again = build('leaks', mini.leaks, { ...opts({}), guises: 9 }).filter((e) => e.caseId === 'rec');
  is(
    ex.map((e) => e.steps[0].upstream.writes?.map((w) => w.length) ?? 0),
    again.map((e) => e.steps[0].upstream.writes?.map((w) => w.length) ?? 0),
    'the same seed gives the same chunks',
  );
  is(
    toRequest('openai-chat', { messages: [{ role: 'user', text: 'x' }], stream: true }).messages,
    [{ role: 'user', content: 'x' }],
    'request builder',
  );
}
closeClients();
await up.close();
fs.rmSync(tmp, { recursive: true, force: true });
console.log(`selftest: ${good} checks passed, ${bad.length} failed`);
process.exit(bad.length ? 1 : 0);
