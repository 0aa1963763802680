// A scripted model endpoint for the three dialects. One server; each request names its case and gets that case's reply.
//   script: {status, headers, sse|sse_b64|writes|body|body_raw|body_b64, eof:'clean'|'reset'|'open', delayMs?, pauseAt?(write), pauseMs?}
//   register(id, script | [scripts] | (record, n) => script). A request beyond the list gets the last script again.
// Every request is recorded: {n, at, method, url, dialect, headers, raw(Buffer), body, aborted, answered}.
import http from 'node:http';
import { sleep, tryParse } from './util.mjs';
import { dialectOfPath } from './dialects.mjs';

export async function startUpstream({ flushMs = 1, host = '127.0.0.1', port = 0 } = {}) {
  const cases = new Map();
  const strangers = []; // requests that name no registered case
  const sockets = new Set();

  const server = http.createServer({ keepAliveTimeout: 30000 }, async (req, res) => {
    res.on('error', () => {});
    const chunks = [];
    try {
      for await (const c of req) chunks.push(c);
    } catch {
      return;
    }
    const raw = Buffer.concat(chunks);
    const parsed = tryParse(raw.toString('utf8'));
    const body = parsed.ok ? parsed.value : null;
    const record = {
      at: Date.now(),
      method: req.method,
      url: req.url,
      dialect: dialectOfPath(req.url.split('?')[0]),
      headers: req.headers,
      raw,
      body,
      aborted: false,
      answered: false,
    };
    const id = caseId(req.headers, body, raw);
    const entry = cases.get(id);
    if (!entry) {
      strangers.push({ id, ...record });
      if (req.method === 'GET') return json(res, 200, { object: 'list', data: [{ id: 'm', object: 'model' }] });
      return json(res, 404, { error: { message: `harness: unknown case "${id}"`, type: 'harness_unknown_case' } });
    }
    record.n = entry.requests.length;
    entry.requests.push(record);
    res.on('close', () => {
      if (!record.answered) record.aborted = true;
    });
    const s = entry.script;
    const script = typeof s === 'function' ? s(record, record.n) : Array.isArray(s) ? s[Math.min(record.n, s.length - 1)] : s;
    const asked = body?.stream === true;
    const fits = !script.form || (asked === script.streams && (record.dialect ?? script.dialect) === script.dialect);
    await play(req, res, fits ? script : script.form(record.dialect ?? script.dialect, asked), record, flushMs).catch(() => {});
  });
  server.on('connection', (s) => {
    s.setNoDelay(true);
    sockets.add(s);
    s.on('close', () => sockets.delete(s));
  });
  await new Promise((ok, no) => server.listen(port, host, ok).once('error', no));

  return {
    url: `http://${host}:${server.address().port}`,
    port: server.address().port,
    register: (id, script) => cases.set(id, { script, requests: [] }),
    requests: (id) => cases.get(id)?.requests ?? [],
    forget: (id) => cases.delete(id),
    strangers,
    close: () =>
      new Promise((ok) => {
        server.close(ok);
        for (const s of sockets) s.destroy();
      }),
  };
}

/** Where a case id may travel: header, metadata, user, a model "m@ID", "[[case:ID]]" in a text, or a bearer key "case:ID". */
export function caseId(headers, body, raw) {
  if (headers['x-case-id']) return headers['x-case-id'];
  const fromBody =
    body?.metadata?.case_id ??
    (typeof body?.user === 'string' ? body.user : undefined) ??
    (typeof body?.metadata?.user_id === 'string' ? body.metadata.user_id : undefined);
  if (fromBody) return fromBody;
  const m = /@(.+)$/.exec(typeof body?.model === 'string' ? body.model : '');
  if (m) return m[1];
  const inText = /\[\[case:([^\]]+)\]\]/.exec(raw?.toString('utf8') ?? '');
  if (inText) return inText[1];
  const auth = /case:(\S+)/.exec(headers.authorization ?? headers['x-api-key'] ?? '');
  return auth ? auth[1] : undefined;
}

function json(res, status, value) {
  const b = Buffer.from(JSON.stringify(value));
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': b.length });
  res.end(b);
}

/** The exact writes of a script. */
export function writesOf(s) {
  if (s.writes) return s.writes;
  if (s.sse) return s.sse.map((x) => Buffer.from(x));
  if (s.sse_b64) return s.sse_b64.map((x) => Buffer.from(x, 'base64'));
  if (s.body_b64 !== undefined) return [Buffer.from(s.body_b64, 'base64')];
  if (s.body_raw !== undefined) return [Buffer.from(s.body_raw)];
  if (s.body !== undefined) return [Buffer.from(JSON.stringify(s.body))];
  return [];
}

async function play(req, res, s, record, flushMs) {
  if (s.delayMs) await sleep(s.delayMs);
  if (!s.status) return kill(req, record); // no response at all
  const writes = writesOf(s);
  const whole = s.sse === undefined && s.sse_b64 === undefined && s.writes === undefined && (s.eof ?? 'clean') === 'clean';
  const headers = { ...(s.headers ?? {}) };
  if (whole) headers['content-length'] = String(writes.reduce((n, b) => n + b.length, 0));
  res.writeHead(s.status, headers);
  res.flushHeaders();
  for (const [i, b] of writes.entries()) {
    if (i > 0 && i === s.pauseAt) await sleep(s.pauseMs);
    if (res.destroyed) return;
    res.write(b);
    if (!whole) await sleep(s.flushMs ?? flushMs);
  }
  if (s.eof === 'reset') {
    await sleep(15); // let the last bytes arrive before the reset overtakes them
    return kill(req, record);
  }
  if (s.eof === 'open') return; // the socket stays open until the other side or close() ends it
  record.answered = true;
  res.end();
}

function kill(req, record) {
  record.answered = true;
  const s = req.socket;
  if (typeof s.resetAndDestroy === 'function') s.resetAndDestroy();
  else s.destroy();
}
