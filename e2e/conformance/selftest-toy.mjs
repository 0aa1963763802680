#!/usr/bin/env node
// A toy gateway for selftest.mjs only: does a few right and many wrong things on purpose, by mode words. It is no model
// of the product. As a program it speaks the product's command line (4.1) and operator API (4.3) as far as the harness uses them.
import http from 'node:http';
import { decode, dispatched } from './decode.mjs';
import { toStream, toBody, dialectOfPath } from './dialects.mjs';
import { rng } from './util.mjs';

export async function startToy({ upstream, named = {}, mode = '', port = 0, console: consolePort = null, holdMs = 5000, pingMs = 500 }) {
  const modes = new Set(mode.split(',').filter(Boolean));
  const has = (m) => modes.has(m);
  const state = { seq: 0, entries: [], approvals: [], feeds: new Set(), settled: new Map(), turns: 0 };
  const note = (e) => {
    const x = { seq: ++state.seq, at: Date.now(), level: 'info', ...e };
    state.entries.push(x);
    for (const f of state.feeds) f.write(frame(x));
  };

  const gateway = http.createServer(async (req, res) => {
    res.on('error', () => {});
    const chunks = [];
    for await (const c of req) chunks.push(c);
    let raw = Buffer.concat(chunks);
    if (!/^(127\.|localhost)/.test(req.headers.host ?? '') || req.headers.origin) return void res.writeHead(403).end('{}');
    if (req.url === '/.signalbox/health') return void res.writeHead(200).end('{"status":"ok"}');
    const up2 = /^\/up\/(\w+)(\/.*)$/.exec(req.url);
    const target = (up2 ? named[up2[1]] : upstream).replace(/\/v1$/, '') + (up2 ? up2[2] : req.url).replace(/^(?!\/v1)/, '/v1');
    const dialect = dialectOfPath(req.url);
    const turn = `t${++state.turns}`;
    const gone = new Promise((r) => res.on('close', () => r({ verdict: 'gone' })));
    const session = req.headers['x-signalbox-session'] ?? 'none';
    let body = null;
    try {
      body = JSON.parse(raw.toString('utf8'));
    } catch {
      // forwarded as it is
    }
    if (body && dialect) {
      const changed = requestLane(structuredClone(body), dialect, has);
      if (changed) raw = Buffer.from(JSON.stringify(changed));
    }
    const headers = {
      ...Object.fromEntries(Object.entries(req.headers).filter(([k]) => !k.startsWith('x-signalbox-'))),
      'content-length': raw.length,
      host: new URL(target).host,
      'accept-encoding': 'identity',
    };
    note({ session, turn, type: 'turn-started' });
    if (has('reserialise-request') && body) raw = Buffer.from(JSON.stringify(JSON.parse(raw.toString('utf8'))));
    headers['content-length'] = raw.length;
    if (has('reask'))
      await new Promise((done) =>
        http
          .request(target, { method: req.method, headers }, (x) => x.resume().on('end', done))
          .on('error', done)
          .end(raw),
      );
    const ask = (left) =>
      http
        .request(target, { method: req.method, headers }, async (ur) => {
          const got = [];
          if (has('reserialise')) {
            for await (const c of ur) got.push(c);
            const s = Buffer.concat(got).toString('utf8');
            const again = (t) => {
              try {
                return JSON.stringify(JSON.parse(t));
              } catch {
                return t;
              }
            };
            res.writeHead(ur.statusCode, { 'content-type': ur.headers['content-type'], 'x-signalbox-turn': turn });
            return void res.end(body?.stream ? s.replace(/^data: ?(.*)$/gm, (_, t) => `data: ${again(t)}`) : again(s));
          }
          if (has('through') || !dialect) {
            res.writeHead(ur.statusCode, { ...ur.headers, 'x-signalbox-turn': turn });
            ur.pipe(res);
            return;
          }
          for await (const c of ur) got.push(c);
          const bytes = Buffer.concat(got);
          const m = decode(dialect, bytes, { status: ur.statusCode, contentType: ur.headers['content-type'] ?? '', stream: body?.stream });
          const again = () => JSON.stringify({ ...body, note: state.reason });
          const out = await responseLane(m, bytes, {
            body,
            dialect,
            has,
            session,
            turn,
            state,
            note,
            res,
            gone,
            holdMs,
            pingMs,
            reask: () =>
              new Promise((done) =>
                http
                  .request(
                    target,
                    { method: req.method, headers: { ...headers, 'content-length': Buffer.byteLength(again(raw, body)) } },
                    (x) => x.resume().on('end', done),
                  )
                  .on('error', done)
                  .end(again(raw, body)),
              ),
          });
          note({ session, turn, type: 'turn-ended' });
          if (res.headersSent)
            return void res.end(
              toStream(dialect, out.reply ?? { text: m.text, calls: [], finish: 'stop' }, { r: rng(1) })
                .slice(dialect === 'anthropic' ? 1 : 0)
                .join(''),
            );
          const sse = body?.stream && ur.statusCode === 200;
          res.writeHead(out.status ?? ur.statusCode, {
            ...(out.headers ?? {}),
            ...(ur.headers['retry-after'] ? { 'retry-after': ur.headers['retry-after'] } : {}),
            'content-type': out.status ? 'application/json' : (ur.headers['content-type'] ?? 'application/json'),
            'x-signalbox-turn': turn,
          });
          res.end(
            out.bytes ??
              (sse
                ? toStream(dialect, out.reply, { textMode: 'whole', argsMode: 'whole', r: rng(1) }).join('')
                : JSON.stringify(toBody(dialect, out.reply))),
          );
        })
        .on('error', () => {
          if (left) return void ask(left - 1);
          res.writeHead(502, { 'content-type': 'application/json' });
          res.end(errorBody(dialect, 'upstream gone', 'signalbox_upstream_unreachable'));
        })
        .end(raw);
    ask(1);
  });
  gateway.on('upgrade', (_, socket) => socket.end('HTTP/1.1 426 Upgrade Required\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'));
  await new Promise((ok, no) => gateway.listen(port, '127.0.0.1', ok).once('error', no));

  const token = 'toy-token';
  let operator = null;
  if (consolePort !== null) {
    operator = http.createServer(async (req, res) => {
      if (req.headers.authorization !== `Bearer ${token}`) return void res.writeHead(401).end('{}');
      if (req.url.startsWith('/api/feed')) {
        res.writeHead(200, { 'content-type': 'text/event-stream' });
        const after = Number(req.headers['last-event-id'] ?? new URL(req.url, 'http://x').searchParams.get('after') ?? 0);
        for (const e of state.entries) if (e.seq > after) res.write(frame(e));
        state.feeds.add(res);
        req.on('close', () => state.feeds.delete(res));
        return undefined;
      }
      const chunks = [];
      for await (const c of req) chunks.push(c);
      const b = chunks.length ? JSON.parse(Buffer.concat(chunks).toString() || '{}') : {};
      res.setHeader('content-type', 'application/json');
      if (req.url === '/api/approvals/list') return void res.end(JSON.stringify({ approvals: state.approvals.map(({ done, ...a }) => a) }));
      if (req.url === '/api/approvals/settle') {
        const a = state.approvals.find((x) => x.id === b.id);
        if (!a)
          return void res.end(
            JSON.stringify(state.settled.has(b.id) ? { approval: state.settled.get(b.id) } : { error: { code: 'expired' } }),
          );
        if (b.verdict === 'override' && typeof b.arguments?.command !== 'string')
          return void res.end(JSON.stringify({ error: { code: 'schema', issues: [] } }));
        state.approvals.splice(state.approvals.indexOf(a), 1);
        state.settled.set(a.id, { id: a.id, verdict: b.verdict });
        a.done(b);
        return void res.end(JSON.stringify({ approval: { id: a.id } }));
      }
      return void res.writeHead(/^\/api\/\w+\/\w+$/.test(req.url) ? 200 : 404).end('{}');
    });
    await new Promise((ok) => operator.listen(consolePort, '127.0.0.1', ok));
  }
  return {
    url: `http://127.0.0.1:${gateway.address().port}`,
    consoleUrl: operator ? `http://127.0.0.1:${operator.address().port}` : null,
    token,
    close: async () => {
      for (const a of state.approvals) a.done({ verdict: 'expired' });
      await new Promise((r) => setTimeout(r, state.approvals.length ? 300 : 0));
      return ended();
    },
  };
  function ended() {
    return new Promise((ok) => {
      for (const f of state.feeds) f.destroy();
      gateway.closeAllConnections();
      operator?.closeAllConnections();
      operator?.close();
      gateway.close(ok);
    });
  }
}

const frame = (e) => `id: ${e.seq}\nevent: entry\ndata: ${JSON.stringify(e)}\n\n`;
const errorBody = (d, message, code = 'signalbox_toy') =>
  JSON.stringify(d === 'anthropic' ? { type: 'error', error: { type: code, message } } : { error: { type: code, code, message } });
const names = (body) => (body?.tools ?? []).map((t) => t.function?.name ?? t.name);

async function responseLane(m, bytes, { body, dialect, has, session, turn, state, note, res, gone, holdMs, pingMs, reask }) {
  if (m.errors.length || (!m.text && !m.calls.length)) return { bytes };
  if (has('cutall')) return { status: 502, bytes: errorBody(dialect, 'cut') };
  if (has('shout')) return { reply: { text: m.text.toUpperCase(), reasoning: m.reasoning, calls: native(m), finish: 'stop' } };
  if (has('hold') && native(m).some((c) => ok(c.arguments)) && native(m).some((c) => !ok(c.arguments)))
    return { reply: { text: m.text, calls: native(m).filter((c) => ok(c.arguments)), finish: 'calls' } };
  if (has('noend')) return { bytes: dropLast(bytes, body) };
  if (has('inventargs') && m.calls.length)
    return {
      reply: { text: m.text, calls: native(m).map((c) => ({ ...c, arguments: ok(c.arguments) ? c.arguments : '{}' })), finish: 'calls' },
    };
  if (has('fixargs') && m.calls.length)
    return {
      reply: {
        text: m.text,
        calls: native(m).map((c) => ({ ...c, arguments: ok(c.arguments) ? c.arguments : c.arguments.replace(/,(\s*[}\]])/g, '$1') })),
        finish: 'calls',
      },
    };
  if (has('dropcalls') && m.calls.length) return { reply: { text: 'Done.', calls: [], finish: 'stop' } };
  const env = /<tool_call>\s*(\{[\s\S]*\})\s*<\/tool_call>/.exec(m.text);
  const any = has('reckless') ? /(\{[\s\S]*"name"[\s\S]*\})/.exec(m.text) : env;
  if (!any) return { bytes };
  const parts = m.text.match(/<tool_call>[\s\S]*?<\/tool_call>/g) ?? [];
  let call;
  try {
    const o = JSON.parse(parts.length > 1 ? parts[0].slice(11, -12) : any[1]);
    call = {
      id: (dialect === 'anthropic' ? 'toolu_' : 'call_') + 'toy1',
      name: o.name,
      arguments: JSON.stringify(o.arguments ?? o.parameters ?? {}),
    };
  } catch {
    return { bytes };
  }
  const rest = m.text.replace(any[0], '');
  const calls =
    parts.length > 1
      ? parts.map((p, i) => {
          const o = JSON.parse(p.slice(11, -12));
          return { id: `${call.id}${i}`, name: o.name, arguments: JSON.stringify(o.arguments) };
        })
      : [call];
  const quoted = /`|example/i.test(m.text);
  if (!has('reckless') && (!names(body).includes(call.name) || /`/.test(m.text) || rest.trim().length > 60)) return { bytes };
  if (has('swallow')) return { reply: { text: rest, calls: [], finish: 'stop' } };
  if (has('markup')) return { reply: { text: m.text, calls: [call], finish: 'calls' } };
  if (has('wrongargs')) return { reply: { text: rest, calls: [{ ...call, arguments: '{"invented":true}' }], finish: 'calls' } };
  if (has('hold') && quoted && state.feeds.size) {
    const cards = calls.map((c, i) => ({
      id: `a${turn}.${i}`,
      replyId: turn,
      session,
      turn,
      agent: 'toy',
      call: { id: c.id, name: c.name, arguments: JSON.parse(c.arguments) },
      original: m.text,
      checks: [],
      reason: 'example',
      format: 'toy',
      sideEffect: 'unknown',
      deadline: Date.now() + holdMs,
    }));
    for (const a of cards) note({ session, turn, type: 'tool-call-held', approval: a.id });
    let timer;
    let ping;
    if (body.stream) {
      res.writeHead(200, { 'content-type': 'text/event-stream', 'x-signalbox-turn': turn });
      if (dialect === 'anthropic') res.write(toStream(dialect, { text: '', calls: [] }, { r: rng(1) })[0]);
      ping = setInterval(() => res.write(dialect === 'anthropic' ? 'event: ping\ndata: {"type":"ping"}\n\n' : ': wait\n\n'), pingMs);
    }
    const settled = Promise.all(
      cards.map(
        (a) =>
          new Promise((done) => {
            state.approvals.push({ ...a, done });
          }),
      ),
    );
    const late = new Promise((r) => {
      timer = setTimeout(() => r({ verdict: 'expired' }), holdMs);
    });
    const out = await Promise.race([settled, gone, late]);
    clearTimeout(timer);
    clearInterval(ping);
    state.approvals = state.approvals.filter((x) => !cards.some((a) => a.id === x.id));
    const go = [];
    cards.forEach((a, i) => {
      const v = Array.isArray(out) ? out[i] : out;
      note({ session, turn, type: 'approval-settled', id: a.id, verdict: v.verdict });
      if (v.verdict === 'override') calls[i].arguments = JSON.stringify(v.arguments);
      if (['approve', 'override'].includes(v.verdict)) go.push(calls[i]);
    });
    if (!go.length && Array.isArray(out) && out.some((v) => v.verdict === 'reject') && !body.stream) {
      state.reason = out.find((v) => v.verdict === 'reject').reason;
      await reask();
      return { status: 400, headers: { 'x-should-retry': 'false' }, bytes: errorBody(dialect, state.reason, 'signalbox_declined') };
    }
    if (!go.length) return { bytes };
    return { reply: { text: rest, calls: go, finish: 'calls' } };
  }
  if (quoted && !has('reckless')) return { bytes };
  if (has('recover') || has('reckless')) {
    note({ session, turn, type: 'tool-call-recovered', call, format: 'toy', reason: 'ok' });
    return { reply: { text: rest, calls: [call], finish: 'calls' } };
  }
  return { bytes };
}
const ok = (s) => {
  try {
    return typeof JSON.parse(s) === 'object';
  } catch {
    return false;
  }
};
const native = (m) => dispatched(m).map((c) => ({ id: c.id, name: c.name, arguments: c.argumentsRaw }));
function dropLast(bytes, body) {
  if (!body?.stream) return bytes.subarray(0, bytes.length - 20);
  const parts = bytes.toString('utf8').split('\n\n').filter(Boolean);
  return Buffer.from(parts.slice(0, -2).join('\n\n') + '\n\n');
}

function requestLane(body, dialect, has) {
  let changed = false;
  const results = [];
  for (const m of body.messages ?? []) {
    if (m.role === 'tool')
      results.push({
        get: () => m.content,
        set: (v) => {
          m.content = v;
        },
      });
    if (Array.isArray(m.content))
      for (const b of m.content)
        if (b.type === 'tool_result')
          results.push({
            get: () => b.content,
            set: (v) => {
              b.content = v;
            },
          });
  }
  for (const m of body.input ?? [])
    if (m.type === 'function_call_output')
      results.push({
        get: () => m.output,
        set: (v) => {
          m.output = v;
        },
      });
  const guide = (pattern, original, extra = {}) =>
    JSON.stringify({ signalbox: 1, pattern, occurrence: 1, what: 'x', why: 'y', next: ['z'], original, ...extra });
  for (const r of results) {
    const t = r.get();
    if (has('guide') && /Missing value for required parameter|is required$/.test(t)) {
      r.set(guide('EI/PARAM_MISSING/001', t));
      changed = true;
    }
    if (has('guide-all')) {
      r.set(guide('EI/PARAM_MISSING/001', t));
      changed = true;
    }
    if (has('guide-random')) {
      r.set(guide('EI/PARAM_MISSING/001', t, { nonce: Math.random() }));
      changed = true;
    }
    if (has('guide-lossy')) {
      r.set(guide('EI/PARAM_MISSING/001', 'gone'));
      changed = true;
    }
  }
  if (has('shift')) {
    // a hint that wanders with the last entry: the cached prefix is lost each turn
    const last = (body.messages ?? body.input).at(-1);
    if (typeof last.content === 'string') last.content += ' [hint]';
    else if (typeof last.output === 'string') last.output += ' [hint]';
    else last.content = [...(last.content ?? []), { type: 'text', text: '[hint]' }];
    changed = true;
  }
  if (has('nonce')) {
    body.user = String(Math.random());
    changed = true;
  }
  if ((has('loop') || has('loop-name')) && results.length >= 3) {
    const calls = JSON.stringify(body).match(/"name":"(\w+)","(?:arguments|input)":(?:"(?:[^"\\]|\\.)*"|\{[^}]*\})/g) ?? [];
    const last = calls.slice(-3);
    const sameCalls = has('loop-name') ? new Set(last.map((c) => c.split(',')[0])).size === 1 : new Set(last).size === 1;
    if (last.length === 3 && sameCalls && (has('loop-name') || new Set(results.slice(-3).map((r) => r.get())).size === 1)) {
      results.at(-1).set('[MODEL_STUCK_LOOP] change your approach. ' + results.at(-1).get());
      changed = true;
    }
  }
  if ((has('repair') || has('repair-grow')) && dialect === 'openai-chat') {
    const out = [];
    for (const m of body.messages) {
      out.push(m);
      if (!Array.isArray(m.tool_calls)) continue;
      for (const c of m.tool_calls)
        if (has('repair-grow') || !body.messages.some((x) => x.role === 'tool' && x.tool_call_id === c.id)) {
          out.push({ role: 'tool', tool_call_id: c.id, content: 'No result was recorded.' });
          changed = true;
        }
    }
    body.messages = out;
  }
  return changed ? body : null;
}

// ---- as a program: node selftest-toy.mjs serve --json --listen 127.0.0.1:0 --console 127.0.0.1:0 --upstream URL …
if (import.meta.url === `file://${process.argv[1]}` && process.argv[2] === 'serve') {
  const all = (k) => process.argv.flatMap((x, i) => (x === k ? [process.argv[i + 1]] : []));
  const set = Object.fromEntries(all('--set').map((x) => x.split('=')));
  if ('reask.max' in set && Number.isNaN(Number(set['reask.max']))) {
    console.error('reask.max: a number');
    process.exit(2);
  }
  if (!/^127\./.test(all('--listen')[0])) {
    console.error('--listen: needs gateway.token');
    process.exit(2);
  }
  const ups = all('--upstream');
  const toy = await startToy({
    upstream: ups[0],
    named: Object.fromEntries(ups.slice(1).map((x) => x.split(/=(.*)/))),
    mode: process.env.TOY_MODE ?? 'recover,hold',
    console: 0,
    port: Number(all('--listen')[0].split(':')[1]),
    holdMs: Number(set['approval.timeoutMs'] ?? 5000),
    pingMs: Number(set['keepAlive.intervalMs'] ?? 5000),
  }).catch((e) => {
    console.error(`--listen: ${e.message}`);
    process.exit(1);
  });
  console.log(
    JSON.stringify({ type: 'ready', gateway: toy.url, console: toy.consoleUrl, token: toy.token, data: all('--data')[0], version: 'toy' }),
  );
  process.on('SIGTERM', async () => {
    await toy.close();
    process.exit(0);
  });
}
