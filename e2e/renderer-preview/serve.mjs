// Serves the built renderer with a scripted /api. Dev only: node serve.mjs OUT_DIR PORT [--empty]
import { incidentsOf } from '../../electron/operator/incidents-of.ts';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { checks, frames, plain, recovered, script } from './scripted-journal.mjs';

const [dir, port, mode] = process.argv.slice(2);
const { entries, turns } = mode === '--empty' ? { entries: [], turns: new Map() } : script();
const streams = new Set();
const add = (entry) => {
  const next = { seq: (entries.at(-1)?.seq ?? 0) + 1, at: Date.now(), thread: 'main', level: 'info', ...entry };
  entries.push(next);
  for (const stream of streams) send(stream, next);
};
const send = (stream, entry) => stream.write(`id: ${entry.seq}\nevent: entry\ndata: ${JSON.stringify(entry)}\n\n`);
const approvals = () =>
  entries
    .filter((e) => e.type === 'tool-call-held')
    .map((e) => e.approval)
    .filter((a) => !entries.some((e) => e.type === 'approval-settled' && e.id === a.id));
const formats = [
  ['deepseek-dsml', 'DeepSeek V3.2 and V4 sections', '<｜DSML｜function_calls>', 'private', 318, 2, 3],
  ['hermes', 'Hermes, Qwen: JSON in a tag', '<tool_call>{"name": …}', 'private', 204, 12, 6],
  ['qwen-xml', 'Qwen3-Coder: function tags in the section', '<tool_call><function=bash>', 'private', 141, 0, 0],
  ['kimi-k2', 'Kimi K2 section tokens', '<|tool_calls_section_begin|>', 'private', 77, 1, 0],
  ['function-bare', 'Qwen3-Coder without its section', '<function=bash>…</function>', 'common', 61, 60, 1],
  ['glm-4', 'GLM 4.5 to 4.7: arg_key, arg_value', '<tool_call>bash<arg_key>', 'private', 44, 0, 0],
  ['fenced-json', 'A JSON fence that is the whole reply', '```json {"name": …} ```', 'common', 24, 24, 0],
  ['react', 'ReAct: Action, Action Input', 'Action: bash', 'common', 0, 0, 0],
].map(([id, title, sample, cls, acted, held, refused]) => ({
  id,
  title,
  sample,
  class: cls,
  origin: 'Hermes, Qwen 2.5, Qwen 3, MiMo',
  switch: id === 'react' ? 'off' : cls === 'common' ? 'ask' : 'auto',
  acted,
  held,
  refused,
}));
const { settingRows } = await import('../../shared/settings.ts');
const values = Object.fromEntries(Object.entries(settingRows).map(([k, r]) => [k, r.fallback]));
values.upstreams = { openrouter: { url: 'https://openrouter.ai/api' }, 'vllm-local': { url: 'http://127.0.0.1:8000' } };
const state = (key) => ({
  key,
  value: values[key],
  fallback: settingRows[key].fallback,
  help: settingRows[key].help,
  guarded: settingRows[key].guarded === true,
});
const tally = (value, of, denominator) => ({ value, of, denominator, query: '' });

const calls = {
  'about/get': () => ({
    version: '0.1.0',
    host: 'served',
    gateway: 'http://127.0.0.1:4141',
    data: '/home/mira/.local/share/signalbox',
    upstreams: ['openrouter', 'vllm-local'],
    demo: false,
    lastSeq: entries.at(-1)?.seq ?? 0,
  }),
  'approvals/list': () => ({ approvals: approvals() }),
  'approvals/settle': ({ id, verdict, ...rest }) => {
    const a = approvals().find((x) => x.id === id);
    if (!a) return { error: { code: 'expired', message: 'This card is over.' } };
    if (verdict === 'override' && rest.arguments?.command === 'bad')
      return {
        error: { code: 'schema', message: 'command: not allowed', issues: [{ pointer: '/command', message: 'command must not be "bad"' }] },
      };
    const held = entries.find((e) => e.type === 'tool-call-held' && e.approval.id === id);
    const status = { state: 'settled', verdict, by: { type: 'operator' }, at: Date.now(), ...(rest.reason ? { reason: rest.reason } : {}) };
    setTimeout(() => {
      add({ session: a.session, turn: a.turn, type: 'approval-settled', id, verdict, by: 'operator', status, call: held.call });
      if (verdict === 'approve')
        add({ session: a.session, turn: a.turn, type: 'tool-call-delivered', call: held.call, state: 'recovered' });
    }, 60);
    return { approval: { ...a, status } };
  },
  'sessions/list': () => ({
    sessions: [...new Set(entries.map((e) => e.session))].map((session) => ({
      session,
      agent: '',
      model: '',
      upstream: '',
      title: '',
      firstAt: 0,
      lastAt: Date.now(),
      turns: 3,
      calls: 3,
      held: 0,
      alerts: 0,
      hold: true,
      loops: true,
      recovery: true,
      threads: ['main'],
      live: true,
    })),
  }),
  'sessions/set': (b) => ({ session: { ...calls['sessions/list']().sessions.find((s) => s.session === b.session), ...b } }),
  'incidents/list': () => ({
    incidents: incidentsOf(entries).map(({ entries: own, ...incident }) => ({
      ...incident,
      seqs: own.map((e) => e.seq),
      entries: own,
      turns: 1,
      tokens: null,
    })),
  }),
  'circuits/list': () => ({ circuits: [] }),
  'circuits/set': () => ({ set: true }),
  'turns/list': () => ({ turns: [] }),
  'turns/get': ({ turn }) => {
    const t = turns.get(turn);
    if (!t) return { turn: null };
    const own = entries.filter((e) => e.turn === turn && e.call);
    const body = {
      model: t.model,
      messages: [
        { role: 'system', content: 'You are opencode, a coding agent. '.repeat(300) },
        { role: 'user', content: 'Totals are off by a cent for three items. Fix it and run the tests.' },
        {
          role: 'assistant',
          content: 'I read the cart first.',
          tool_calls: [{ id: 'a', function: { name: 'read', arguments: '{"filePath":"src/cart/total.ts"}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'export const total = (items) =>\n  items.reduce(…)' },
      ],
    };
    return {
      turn: {
        turn: {
          turn,
          session: t.session,
          thread: 'main',
          at: t.at,
          dialect: t.dialect,
          model: t.model,
          agent: t.agent,
          upstream: t.upstream,
          title: t.title,
          outcome: 'recover',
          reason: null,
          status: 200,
          finish: 'calls',
          durationMs: 2400,
          firstByteMs: 412,
          calls: 1,
          reasks: 0,
          side: false,
        },
        request: {
          method: 'POST',
          path: '/v1/chat/completions',
          headers: [
            ['content-type', 'application/json'],
            ['authorization', '[redacted]'],
          ],
          body: JSON.stringify(body),
          forwarded: null,
        },
        response: { status: 200, headers: [] },
        frames: frames(t.at),
        assembled: {
          text: "I'll round the total before the tax is added.",
          reasoning: '',
          calls: own.slice(-1).map((e) => ({ id: e.call.id, name: e.call.name, arguments: e.call.arguments })),
          finish: 'calls',
        },
        entries: [],
      },
    };
  },
  'turns/end': () => ({ ended: true }),
  'entries/query': (b) => ({
    entries: entries
      .filter((e) => (b.before ? e.seq < b.before : true))
      .slice(-(b.limit ?? 100))
      .reverse(),
    total: entries.length,
  }),
  'stats/summary': () => ({
    figures: {
      turns: tally(1284, null, 'turns'),
      calls: tally(1602, null, 'calls seen'),
      healRate: tally(214, 241, 'calls that needed help'),
      recovered: tally(131, 1602, 'calls seen'),
      healed: tally(83, 1602, 'calls seen'),
      refused: tally(12, 1614, 'calls seen or refused'),
      cancelled: tally(7, 1602, 'calls seen'),
      holdsPer100Turns: tally(1.4, 1284, 'turns'),
      expired: tally(2, 18, 'held calls'),
      approvedUnchanged: tally(9, 16, 'held calls decided by a person or rule'),
      overheadMs: tally(0.41, 1284, 'turns with a measured overhead'),
      tokensSaved: tally(0, 0, 'requests answered from an open circuit, less re-asks'),
    },
    series: Array.from({ length: 48 }, (_, i) => ({
      at: Date.now() - (48 - i) * 1_800_000,
      turns: 20,
      calls: Math.round(30 + 14 * Math.sin(i / 5) + (i % 7)),
      acted: Math.round(6 + 4 * Math.sin(i / 4) + (i % 3)),
      faults: (i * 7) % 5,
    })),
    groups: [
      ['bash', 640, 60, 22, 6, 4, 3],
      ['edit', 410, 40, 31, 4, 5, 1],
      ['read_file', 320, 20, 18, 2, 0, 1],
      ['run_shell_command', 120, 8, 9, 5, 3, 2],
      ['grep', 84, 3, 3, 0, 0, 0],
    ].map(([name, n, recovered, healed, held, refused, cancelled]) => ({
      name,
      turns: n,
      calls: n,
      recovered,
      healed,
      held,
      refused,
      cancelled,
      faults: 9,
    })),
  }),
  'settings/get': () => ({ settings: Object.keys(settingRows).map(state), file: '~/.config/signalbox/settings.json' }),
  'settings/set': ({ key, value }) => {
    if (key === 'approval.timeoutMs' && value > 170000)
      return {
        error: {
          code: 'setting',
          key,
          message: 'Too big: expected number to be <=170000; default 120000. How long an approval waits for the operator.',
        },
      };
    if (key in values) values[key] = value;
    const f = formats.find((x) => key === `recovery.formats.${x.id}`);
    if (f) f.switch = value;
    return { setting: key in values ? state(key) : { key, value, fallback: null, help: '', guarded: true } };
  },
  'upstreams/list': () => ({
    upstreams: Object.entries(values.upstreams).map(([name, u]) => ({ name, url: u.url, profile: null, hasKey: name === 'openrouter' })),
  }),
  'rules/list': () => ({
    rules: [
      {
        id: 'r1',
        tool: 'read_file',
        format: 'invoke-plain',
        failing: ['common'],
        verdict: 'approve',
        schemaHash: 'x',
        createdAt: Date.now() - 9e7,
      },
    ],
    formats,
    patterns: [
      {
        id: 'EI/PARAM_MISSING/001',
        title: 'Required parameter missing',
        category: 'PARAM_MISSING',
        description: 'The call lacks a parameter that the tool requires, or gives it no value.',
        sample: "Missing value for required parameter 'path'. Please retry with complete response.",
        acted: 7,
      },
      {
        id: 'EI/FILE_NOT_FOUND/001',
        title: 'File or folder not found',
        category: 'FILE_NOT_FOUND',
        description: 'A file tool was pointed at a path that does not exist.',
        sample: "Error reading file: ENOENT: no such file or directory, open '/w/src/nope.ts'",
        acted: 0,
      },
    ],
    healing: [
      {
        id: 'number-from-string',
        title: 'Number given as text',
        safety: 'safe',
        description: 'Takes the quotes off a number where the schema asks for one.',
        before: '{"path":"a.ts","offset":"10"}',
        after: '{"path":"a.ts","offset":10}',
        switch: 'on',
        acted: 12,
        held: 0,
      },
      {
        id: 'json-from-string',
        title: 'List or object given as text',
        safety: 'review',
        description: 'Replaces JSON text by the list or object that the schema asks for.',
        before: '{"todos":"[1]"}',
        after: '{"todos":[1]}',
        switch: 'ask',
        acted: 0,
        held: 3,
      },
    ],
  }),
  'rules/revoke': () => ({ revoked: true }),
  'rules/try': ({ text }) => ({
    verdict: 'hold',
    reason: 'prose',
    candidates: [
      {
        format: 'hermes',
        reason: 'prose',
        span: { start: text.indexOf('<tool_call>'), end: text.length },
        checks: checks({ prose: '95 of 174 characters are prose, 0.55; the ceiling is 0.49' }),
        calls: [{ name: 'bash', arguments: '{"command":"ls -l"}' }],
      },
    ],
  }),
  'presence/touch': () => ({ present: true }),
};
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };
createServer(async (request, response) => {
  const url = new URL(request.url, 'http://x');
  if (url.pathname === '/api/feed') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const entry of entries) if (entry.seq > Number(url.searchParams.get('after'))) send(response, entry);
    response.write(': hello\n\n');
    streams.add(response);
    request.on('close', () => streams.delete(response));
    return;
  }
  if (url.pathname === '/storm') {
    // n entries a second for s seconds
    const n = Number(url.searchParams.get('n')),
      s = Number(url.searchParams.get('s'));
    let sent = 0;
    const timer = setInterval(() => {
      for (let i = 0; i < n / 20; i += 1) {
        const turn = `storm_${Math.floor(sent / 4)}`,
          x = { key: 'k', id: `call_${turn}`, name: 'bash', arguments: JSON.stringify({ command: `echo ${sent}` }) };
        const session = `storm-${Math.floor(sent / 4) % 5}`;
        const kind = sent % 4;
        add(
          kind === 0
            ? {
                session,
                turn,
                type: 'turn-started',
                dialect: 'openai-chat',
                model: 'm',
                agent: 'a',
                upstream: 'u',
                stream: true,
                method: 'POST',
                path: '/',
                tools: [],
                title: 't',
                side: false,
              }
            : kind === 1
              ? { session, turn, type: 'tool-call-seen', call: x, native: true }
              : kind === 2
                ? { session, turn, type: 'tool-call-delivered', call: x, state: 'delivered' }
                : { session, turn, type: 'tool-result-seen', callId: x.id, tool: 'bash', error: false, excerpt: 'ok' },
        );
        sent += 1;
      }
      if (sent >= n * s) clearInterval(timer);
    }, 50);
    return response.end('ok');
  }
  if (url.pathname.startsWith('/api/')) {
    let body = '';
    for await (const chunk of request) body += chunk;
    const handler = calls[url.pathname.slice(5)];
    if (!handler) return response.writeHead(404).end('{}');
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(handler(JSON.parse(body || '{}'))));
  }
  try {
    const file = url.pathname === '/' ? 'index.html' : url.pathname;
    const bytes = await readFile(join(dir, file));
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}).listen(Number(port), '127.0.0.1', () => console.log('ready'));
void plain, recovered;
