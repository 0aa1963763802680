#!/usr/bin/env node
// node contract.mjs --target product:DIR [--json OUT] : the interfaces of 4-interfaces.md, one check a line.
// What a line asserts stands in the design; where the design leaves a detail open, the check accepts any of its readings.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import http from 'node:http';
import { spawn } from 'node:child_process';
import { startUpstream } from './upstream.mjs';
import { openTarget } from './product.mjs';
import { serveArguments } from './serve-arguments.mjs';
import { api, openFeed } from './operator.mjs';
import { send, closeClients } from './client.mjs';
import { replyScript } from './build-exchange.mjs';
import { toRequest, DIALECTS, PATHS } from './dialects.mjs';
import { dispatched, endKind } from './decode.mjs';
import { argsEqual, sleep, tryParse, clip } from './util.mjs';

const TOOL = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } };
const HELD = 'Example:\n<tool_call>\n{"name": "bash", "arguments": {"command": "ls -l"}}\n</tool_call>'; // 2.3 check 12: hold, and without a console it passes as text
const TWO = `${HELD}\n<tool_call>\n{"name": "bash", "arguments": {"command": "pwd"}}\n</tool_call>`;
const guise = (stream) => ({ stream, textMode: 'random', netMode: 'event', seed: 5 });

export async function contractChecks(spec, { say = () => {}, settings = [] } = {}) {
  const out = [];
  const check = (name, pass, note = '') => {
    out.push({ name, pass: Boolean(pass), note: pass ? '' : clip(note, 200) });
    say(out.at(-1));
  };
  const attempt = async (name, f) => {
    try {
      await f();
    } catch (e) {
      check(name, false, e.message);
    }
  };
  const up = await startUpstream();
  const second = await startUpstream();
  let n = 0;
  const exchange = (t, dialect, stream, text, extra = {}) => {
    const id = `c${++n}`;
    const server = extra.server ?? up;
    server.register(id, extra.script ?? replyScript(dialect, { text, calls: [], finish: 'stop' }, guise(stream)));
    const done = send(
      extra.base ?? t.base,
      {
        id,
        dialect,
        request: toRequest(dialect, { tools: [TOOL], messages: [{ role: 'user', text: 'Do the step.' }], stream }),
        stream,
        path: extra.path,
        headers: { 'x-signalbox-session': id, ...extra.headers },
      },
      { timeoutMs: extra.timeoutMs ?? 20000, abortAfterMs: extra.abortAfterMs, onBytes: extra.onBytes },
    );
    return { id, done, requests: () => server.requests(id) };
  };
  const pending = async (t, id, ms = 5000) => {
    for (const t0 = Date.now(); Date.now() - t0 < ms; await sleep(40)) {
      const list = (await api(t, 'approvals/list')).body?.approvals ?? [];
      const mine = list.find((a) => String(a.session ?? '').includes(id)) ?? (list.length === 1 ? list[0] : null);
      if (mine) return mine;
    }
    return null;
  };

  const t = await openTarget(spec, {
    upstream: `${up.url}/v1`,
    settings: ['keepAlive.intervalMs=500', 'approval.timeoutMs=6000', ...settings],
    extraArgs: ['--upstream', `second=${second.url}`],
  });
  check(
    '4.1 ready line',
    ['gateway', 'console', 'token', 'data', 'version'].every((k) => (k === 'gateway' ? t.base : t[k])),
    'a field is missing',
  );

  await attempt('4.2 health', async () => {
    const r = await raw('GET', `${t.base}/.signalbox/health`);
    check('4.2 health', r.status === 200 && tryParse(r.text).value?.status === 'ok', `${r.status} ${r.text}`);
  });
  await attempt('4.2 other paths are forwarded', async () => {
    const r = await raw('GET', `${t.base}/v1/models`);
    const direct = await raw('GET', `${up.url}/v1/models`);
    check('4.2 other paths are forwarded', r.text === direct.text, `${r.status} ${r.text}`);
  });
  for (const d of DIALECTS) {
    await attempt(`4.2 ${d}, without /v1 too, /v1 never doubled`, async () => {
      const a = exchange(t, d, true, 'All is well.');
      const r = await a.done;
      const b = exchange(t, d, true, 'All is well.', { path: PATHS[d].replace('/v1', '') });
      const r2 = await b.done;
      const urls = [...a.requests(), ...b.requests()].map((q) => q.url);
      check(
        `4.2 ${d}, without /v1 too, /v1 never doubled`,
        r.text === 'All is well.' && r2.text === 'All is well.' && urls.every((u) => u === PATHS[d]),
        `${r.status} ${r2.status} ${urls}`,
      );
      check(
        `4.2 ${d}: x-signalbox-turn out, x-signalbox-* not forwarded`,
        r.turn && a.requests().every((q) => !Object.keys(q.headers).some((k) => k.startsWith('x-signalbox-'))),
        `turn ${r.turn}`,
      );
      check(`7 no. 6 ${d}: untouched exchange is byte-identical`, a.requests()[0]?.raw.equals(r.sentBytes), 'request bytes differ');
    });
  }
  await attempt('4.2 named upstream', async () => {
    const a = exchange(t, 'openai-chat', false, 'second', { server: second, path: '/up/second/v1/chat/completions' });
    check('4.2 named upstream', (await a.done).text === 'second' && a.requests().length === 1, 'not reached');
  });
  for (const [what, headers] of [
    ['foreign Host', { host: 'evil.example' }],
    ['foreign Origin', { origin: 'https://evil.example' }],
  ]) {
    await attempt(`4.2 ${what} is refused`, async () => {
      const r = await raw('POST', `${t.base}/v1/chat/completions`, '{"model":"m","messages":[]}', headers);
      check(`4.2 ${what} is refused`, r.status === 403, `status ${r.status}`);
    });
  }
  await attempt('4.3 the agent port never serves the operator API', async () => {
    const r = await raw('POST', `${t.base}/api/approvals/list`, '{}', { authorization: `Bearer ${t.token}` });
    check('4.3 the agent port never serves the operator API', !/"approvals"/.test(r.text), r.text);
  });
  await attempt('4.3 token', async () => {
    const none = await api(t, 'approvals/list', {}, { token: null });
    const wrong = await api(t, 'approvals/list', {}, { token: 'wrong' });
    const right = await api(t, 'approvals/list');
    check(
      '4.3 no or a wrong token is refused',
      [401, 403].includes(none.status) && [401, 403].includes(wrong.status),
      `${none.status} ${wrong.status}`,
    );
    check('4.3 approvals/list', Array.isArray(right.body?.approvals), JSON.stringify(right.body));
  });
  for (const call of ['sessions/list', 'turns/list', 'circuits/list', 'stats/summary', 'incidents/list', 'settings/get']) {
    await attempt(`4.3 ${call}`, async () => check(`4.3 ${call}`, (await api(t, call)).status === 200, 'no 200'));
  }
  await attempt('2.3 held without a console: passes as text, at once, unasked', async () => {
    const t0 = performance.now();
    const x = exchange(t, 'openai-chat', true, HELD);
    const r = await x.done;
    check(
      '2.3 held without a console: passes as text, at once, unasked',
      r.ended === 'clean' &&
        x.requests().length === 1 &&
        r.text === HELD &&
        !r.errors.length &&
        !dispatched(r).length &&
        performance.now() - t0 < 4000,
      `${r.ended}, ${dispatched(r).length} calls after ${Math.round(performance.now() - t0)} ms`,
    );
  });

  // ---- with an operator
  const feed = openFeed(t, 0);
  await sleep(150);
  const drill = async (name, dialect, stream, act, judge) =>
    attempt(name, async () => {
      const x = exchange(t, dialect, stream, HELD);
      const a = await pending(t, x.id);
      if (!a) return check(name, false, 'no approval appeared');
      const answer = await act(a, x);
      const r = await x.done;
      const verdict = judge(r, answer, a, x);
      return check(
        name,
        verdict === true,
        verdict === true
          ? ''
          : `${verdict} | text ${clip(r.text, 40)} calls ${r.calls.map((c) => c.argumentsRaw)} errors ${JSON.stringify(r.errors).slice(0, 80)} answer ${JSON.stringify(answer).slice(0, 80)}`,
      );
    });
  const settle = (a, verdict, more = {}) => api(t, 'approvals/settle', { id: a.id, verdict, ...more }).then((x) => x.body);
  const one = (r, args) =>
    dispatched(r).length === 1 &&
    argsEqual(dispatched(r)[0].argumentsRaw, JSON.stringify(args)) &&
    endKind(r) === 'calls' &&
    !r.protocolErrors.length;
  for (const d of DIALECTS)
    for (const stream of [true, false]) {
      await drill(
        `4.3 approve ${d} ${stream ? 'stream' : 'json'}`,
        d,
        stream,
        (a) => settle(a, 'approve'),
        (r) => one(r, { command: 'ls -l' }) || 'not dispatched',
      );
    }
  await drill(
    '4.3 approval card',
    'openai-chat',
    true,
    (a) => settle(a, 'approve'),
    (r, _, a) =>
      (['id', 'replyId', 'session', 'turn', 'agent', 'call', 'original', 'checks', 'reason', 'format', 'sideEffect', 'deadline'].every(
        (k) => k in a,
      ) &&
        ['id', 'name', 'arguments'].every((k) => k in a.call) &&
        a.call.name === 'bash' &&
        Array.isArray(a.checks) &&
        ['reads', 'writes', 'unknown'].includes(a.sideEffect)) ||
      `fields ${Object.keys(a)} sideEffect ${a.sideEffect}`,
  );
  await drill(
    '4.3 session is the value of x-signalbox-session',
    'openai-chat',
    true,
    (a) => settle(a, 'reject', { reason: 'end of drill' }),
    (r, _, a, x) => a.session === x.id || `session ${a.session} for ${x.id}`,
  );
  await drill(
    '4.3 a second console gets the first verdict',
    'openai-chat',
    true,
    async (a) => {
      await settle(a, 'approve');
      return settle(a, 'reject', { reason: 'too late' });
    },
    (r, second) => (Boolean(second?.approval) && one(r, { command: 'ls -l' })) || 'no {approval}',
  );
  await attempt('4.3 one approval per call, delivered together and in order', async () => {
    const x = exchange(t, 'openai-chat', true, TWO);
    await pending(t, x.id);
    const list = ((await api(t, 'approvals/list')).body?.approvals ?? []).filter((a) => a.session === x.id);
    const order = [...list].sort((a, b) => TWO.indexOf(argument(b)) - TWO.indexOf(argument(a))); // the last first
    for (const a of order) await settle(a, 'approve');
    const r = await x.done;
    check(
      '4.3 one approval per call, delivered together and in order',
      list.length === 2 &&
        list[0].replyId !== undefined &&
        list[0].replyId === list[1].replyId &&
        dispatched(r)
          .map((c) => JSON.parse(c.argumentsRaw).command)
          .join() === 'ls -l,pwd',
      `${list.length} approvals, replyIds ${list.map((a) => a.replyId)}, calls ${dispatched(r).map((c) => c.argumentsRaw)}`,
    );
  });
  await drill(
    '4.3 override',
    'openai-chat',
    true,
    (a) => settle(a, 'override', { arguments: { command: 'pwd' } }),
    (r) => one(r, { command: 'pwd' }) || 'not the edited call',
  );
  await drill(
    '4.3 an override that breaks the schema is refused',
    'openai-chat',
    true,
    async (a) => {
      const bad = await settle(a, 'override', { arguments: { cmd: 1 } });
      await settle(a, 'reject', { reason: 'end of drill' });
      return bad;
    },
    (r, bad) => (bad?.error?.code === 'schema' && !dispatched(r).length) || 'accepted',
  );
  await drill(
    '4.3 reject',
    'anthropic',
    true,
    (a) => settle(a, 'reject', { reason: 'not now' }),
    (r) => (!dispatched(r).length && !r.protocolErrors.length) || 'dispatched or invalid ending',
  );
  for (const d of DIALECTS) {
    await drill(
      `3.5 declined, ${d}: re-asked once with the reason, the same call again is a 400 that is not retried`,
      d,
      false,
      (a) => settle(a, 'reject', { reason: 'not on a Friday' }),
      (r, _, a, x) =>
        (r.status === 400 &&
          r.headers['x-should-retry'] === 'false' &&
          /signalbox_declined|invalid_request_error|invalid_prompt/.test(`${r.errors[0]?.type} ${r.errors[0]?.code}`) &&
          r.errors[0]?.shapeOk &&
          x.requests().length === 2 &&
          x.requests()[1].raw.includes('not on a Friday')) ||
        `status ${r.status}, x-should-retry ${r.headers['x-should-retry']}, ${x.requests().length} requests`,
    );
  }
  await drill(
    '4.3 pass as text',
    'anthropic',
    true,
    (a) => settle(a, 'text'),
    (r) => (!dispatched(r).length && r.text === HELD && !r.errors.length) || 'text differs',
  );
  await drill(
    '2.3 deadline: expired, the text passes, a late verdict is refused',
    'openai-chat',
    true,
    async (a, x) => {
      await x.done;
      return settle(a, 'approve');
    },
    (r, late) =>
      (!dispatched(r).length && r.text === HELD && !r.errors.length && late?.error?.code === 'expired') ||
      'dispatched, text changed, or the late verdict was taken',
  );
  await drill(
    '3.4 keep-alive while held',
    'anthropic',
    true,
    async (a) => {
      await sleep(2500);
      return settle(a, 'approve');
    },
    (r) => (r.maxSilenceMs < 1500 && !r.protocolErrors.length) || `silence ${Math.round(r.maxSilenceMs)} ms ${r.protocolErrors}`,
  );
  await attempt('3.5 client gone: the hold is withdrawn', async () => {
    const x = exchange(t, 'openai-chat', true, HELD, { abortAfterMs: 1200 });
    const a = await pending(t, x.id);
    await x.done;
    await sleep(700);
    const left = ((await api(t, 'approvals/list')).body?.approvals ?? []).some((y) => y.id === a?.id);
    check('3.5 client gone: the hold is withdrawn', a && !left, a ? 'still listed' : 'no approval appeared');
  });
  await attempt('3.5 upstream unreachable: an error of ours, in the dialect', async () => {
    for (const d of DIALECTS) {
      const x = exchange(t, d, true, '', { script: { status: 0 } });
      const r = await x.done;
      check(
        `3.5 upstream reset before a byte, ${d}: resent once, then 502 signalbox_upstream_unreachable`,
        r.status === 502 &&
          r.errors.length &&
          r.errors[0].shapeOk &&
          /signalbox_upstream_unreachable/.test(`${r.errors[0].type} ${r.errors[0].code}`) &&
          x.requests().length === 2,
        `${r.ended} ${r.status}, ${x.requests().length} requests, ${JSON.stringify(r.errors)}`,
      );
      const body =
        d === 'anthropic'
          ? '{"type": "error", "error": {"type":"rate_limit_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}'
          : '{"error": {"message":"This model\'s maximum context length is 8192 tokens.","type":"invalid_request_error","code":"context_length_exceeded"}}';
      for (const status of [400, 429, 503]) {
        const y = exchange(t, d, true, '', {
          script: { status, headers: { 'content-type': 'application/json', 'retry-after': '7' }, body_raw: body },
        });
        const e = await y.done;
        check(
          `3.5 HTTP ${status} as it came, asked once, ${d}`,
          e.status === status && e.bodyBytes.toString('utf8') === body && e.headers['retry-after'] === '7' && y.requests().length === 1,
          `${e.status} ${e.headers['retry-after']} ${y.requests().length} requests ${clip(e.bodyBytes.toString('utf8'), 60)}`,
        );
      }
    }
  });
  await attempt('2.5 calls are withheld until the last frame of the reply', async () => {
    for (const d of DIALECTS) {
      const script = replyScript(
        d,
        {
          text: 'I look.',
          calls: [{ id: d === 'anthropic' ? 'toolu_w1' : 'call_w1', name: 'bash', arguments: '{"command":"ls"}' }],
          finish: 'calls',
        },
        guise(true),
      );
      const at = { call: 0, end: 0 };
      const x = exchange(t, d, true, '', {
        script: { ...script, flushMs: 60, form: undefined },
        onBytes: (b) => {
          const s = b.toString('utf8');
          if (!at.call && /"bash"/.test(s)) at.call = performance.now();
          at.end = performance.now();
        },
      });
      const r = await x.done;
      check(
        `2.5 calls are withheld until the last frame of the reply, ${d}`,
        dispatched(r).length === 1 && at.end - at.call < 90 && !r.protocolErrors.length,
        `${dispatched(r).length} calls, first call byte ${Math.round(at.end - at.call)} ms before the end ${r.protocolErrors}`,
      );
    }
  });
  for (const d of DIALECTS) {
    const call = (i, args) => ({ id: `${d === 'anthropic' ? 'toolu_' : 'call_'}m${i}`, name: 'bash', arguments: args });
    await attempt(`2.5 a closed valid call under a length end is delivered, the finish reason stays, ${d}`, async () => {
      const script = replyScript(d, { text: '', calls: [call(1, '{"command": "ls"}')], finish: 'length' }, guise(true));
      const x = exchange(t, d, true, '', { script });
      const r = await x.done;
      check(
        `2.5 a closed valid call under a length end is delivered, the finish reason stays, ${d}`,
        dispatched(r).length === 1 &&
          dispatched(r)[0].argumentsRaw === '{"command": "ls"}' &&
          endKind(r) === 'length' &&
          x.requests().length === 1,
        `${dispatched(r).length} calls, finish ${r.finish}, ${x.requests().length} requests`,
      );
    });
    await attempt(`2.5 good calls beside hopeless ones leave unchanged, ${d}`, async () => {
      const script = replyScript(
        d,
        { text: '', calls: [call(1, '{"command": "ls"}'), call(2, '{"command": ls "a}')], finish: 'calls' },
        guise(true),
      );
      const x = exchange(t, d, true, '', { script });
      const r = await x.done;
      check(
        `2.5 good calls beside hopeless ones leave unchanged, ${d}`,
        dispatched(r)
          .map((c) => c.argumentsRaw)
          .join() === '{"command": "ls"}' &&
          endKind(r) === 'calls' &&
          !r.protocolErrors.length &&
          x.requests().length === 1,
        `${dispatched(r).map((c) => c.argumentsRaw)} finish ${r.finish}, ${x.requests().length} requests ${r.protocolErrors}`,
      );
    });
  }
  await attempt('4.2 upgrade requests are refused with 426', async () => {
    const r = await raw('GET', `${t.base}/v1/responses`, undefined, {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      'sec-websocket-version': '13',
    });
    check('4.2 upgrade requests are refused with 426', r.status === 426, `status ${r.status}`);
  });
  await attempt('4.5 journal', async () => {
    await sleep(200);
    const types = new Set(feed.entries.map((e) => e.type));
    check(
      '4.5 feed has the documented entries',
      ['turn-started', 'turn-ended', 'tool-call-held', 'approval-settled'].every((x) => types.has(x)),
      [...types].join(' '),
    );
    const seqs = feed.entries.map((e) => e.seq);
    check(
      '4.3 feed frames carry id: SEQ and event: entry',
      feed.frames.length > 0 && feed.frames.every((f) => f.ok && f.event === 'entry' && Number(f.id) === f.seq),
      JSON.stringify(feed.frames.slice(0, 3)),
    );
    const mid = feed.entries[Math.floor(feed.entries.length / 2)]?.seq;
    const again = openFeed(t, 0, { lastEventId: mid });
    await sleep(300);
    again.close();
    check(
      '4.3 Last-Event-ID resumes the feed',
      mid !== undefined && again.entries[0]?.seq === mid + 1,
      `first ${again.entries[0]?.seq} after ${mid}`,
    );
    check(
      '4.5 seq rises without gaps',
      seqs.length > 0 && seqs.every((s, i) => i === 0 || s === seqs[i - 1] + 1),
      seqs.slice(0, 12).join(','),
    );
  });
  await attempt('4.1 SIGTERM with an open hold', async () => {
    const x = exchange(t, 'openai-chat', true, HELD);
    await pending(t, x.id);
    const t0 = performance.now();
    const stopping = t.stop(9000);
    const r = await x.done;
    const end = await stopping;
    check(
      '4.1 SIGTERM: hold settled conservatively, exit 0 within 5 s',
      !dispatched(r).length && end.exit?.code === 0 && performance.now() - t0 < 6500,
      `exit ${JSON.stringify(end.exit)} after ${Math.round(end.ms)} ms, ended ${r.ended}`,
    );
  });
  feed.close();
  await t.stop();

  // ---- exit codes
  const dir = spec.slice('product:'.length);
  await attempt('4.1 bad settings end with 2 and name the key', async () => {
    const r = await runOnce(dir, serveArguments({ upstream: up.url, more: ['--set', 'reask.max="many"'] }));
    check('4.1 bad settings end with 2 and name the key', r.code === 2 && /reask\.max/.test(r.out), `code ${r.code} ${clip(r.out, 100)}`);
  });
  await attempt('4.1 a taken port names its option', async () => {
    const r = await runOnce(dir, [
      'serve',
      '--json',
      '--no-open',
      '--listen',
      `127.0.0.1:${up.port}`,
      '--console',
      '127.0.0.1:0',
      '--upstream',
      up.url,
    ]);
    check('4.1 a taken port names its option', r.code !== 0 && /--listen/.test(r.out), `code ${r.code} ${clip(r.out, 100)}`);
  });
  await attempt('4.2 a non-loopback bind without gateway.token does not start', async () => {
    const r = await runOnce(
      dir,
      ['serve', '--json', '--no-open', '--listen', '0.0.0.0:0', '--console', '127.0.0.1:0', '--upstream', up.url],
      { unlessReady: true },
    );
    check('4.2 a non-loopback bind without gateway.token does not start', r.code === 2, `code ${r.code} ${clip(r.out, 100)}`);
  });
  closeClients();
  await up.close();
  await second.close();
  return out;
}

function raw(method, url, body, headers = {}) {
  return new Promise((ok, no) => {
    const req = http.request(
      url,
      {
        method,
        headers: { ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}), ...headers },
      },
      (res) => {
        const c = [];
        res.on('data', (b) => c.push(b));
        res.on('end', () => ok({ status: res.statusCode, text: Buffer.concat(c).toString('utf8') }));
      },
    );
    req.setTimeout(5000, () => req.destroy(new Error('time-out')));
    req.on('upgrade', (res, socket) => {
      socket.destroy();
      ok({ status: res.statusCode, text: '' });
    });
    req.on('error', no);
    req.end(body);
  });
}

const argument = (a) => String((typeof a.call.arguments === 'string' ? JSON.parse(a.call.arguments) : a.call.arguments)?.command ?? '');

/** unlessReady: a program that starts although it must not is ended at its ready line. */
function runOnce(dir, args, { unlessReady = false } = {}) {
  return new Promise((ok) => {
    const data = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-contract-'));
    const child = spawn('npm', ['start', '--silent', '--', ...args, '--data', data], {
      cwd: dir,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    child.stdout.on('data', (b) => {
      out += b;
      if (unlessReady && /"ready"/.test(out))
        try {
          process.kill(-child.pid, 'SIGKILL');
        } catch {
          /* gone */
        }
    });
    child.stderr.on('data', (b) => {
      out += b;
    });
    const timer = setTimeout(() => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        /* gone */
      }
    }, 10000);
    child.on('close', (code) => {
      clearTimeout(timer);
      fs.rmSync(data, { recursive: true, force: true });
      ok({ code, out });
    });
  });
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const at = (k) => (process.argv.includes(k) ? process.argv[process.argv.indexOf(k) + 1] : null);
  const spec = at('--target') ?? 'product:.';
  contractChecks(spec, { say: (c) => console.log(`${c.pass ? 'pass' : 'FAIL'}  ${c.name}${c.note ? '  — ' + c.note : ''}`) }).then(
    (out) => {
      const failed = out.filter((c) => !c.pass).length;
      if (at('--json')) fs.writeFileSync(at('--json'), JSON.stringify(out));
      console.log(`${out.length - failed} of ${out.length} interface checks pass`);
      process.exit(failed ? 1 : 0);
    },
    (e) => {
      console.error(e.message);
      process.exit(1);
    },
  );
}
