// Sends one request and decodes the reply as a strict client of the dialect would.
import http from 'node:http';
import zlib from 'node:zlib';
import { decode } from './decode.mjs';
import { PATHS } from './dialects.mjs';

const agents = new Map();
const agentFor = (origin) => {
  if (!agents.has(origin)) agents.set(origin, new http.Agent({ keepAlive: true, maxSockets: 512, maxFreeSockets: 64 }));
  return agents.get(origin);
};
export const closeClients = () => {
  for (const a of agents.values()) a.destroy();
  agents.clear();
};

/**
 * exchange: {id, dialect, request(object)|rawBody(string|Buffer), stream?, headers?, path?}
 * → {status, headers, text, reasoning, calls, finish, errors, terminator, protocolErrors, rawBytes, comments,
 *    firstByteMs, maxSilenceMs, ended:'clean'|'reset'|'timeout'|'refused', sentBytes, …}
 */
export async function send(base, exchange, { timeoutMs = 20000, idIn = [], onBytes, abortAfterMs } = {}) {
  const { dialect } = exchange;
  const url = new URL(base.replace(/\/$/, '') + (exchange.path ?? PATHS[dialect]).replace(/^(?=[^/])/, '/'));
  let payload = exchange.rawBody;
  if (payload === undefined) payload = JSON.stringify(tagged(exchange.request, exchange.id, idIn));
  const sentBytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
  const headers = {
    'content-type': 'application/json',
    'content-length': sentBytes.length,
    'accept-encoding': 'gzip, br, zstd',
    'x-case-id': exchange.id,
    ...(dialect === 'anthropic'
      ? { 'anthropic-version': '2023-06-01', 'x-api-key': 'case:' + exchange.id }
      : { authorization: 'Bearer case:' + exchange.id }),
    ...(exchange.headers ?? {}),
  };
  const t0 = performance.now();
  const got = await new Promise((resolve) => {
    const chunks = [];
    let first = null;
    let lastAt = t0;
    let silence = 0;
    let res = null;
    let settled = false;
    const tick = () => {
      const now = performance.now();
      silence = Math.max(silence, now - lastAt);
      lastAt = now;
    };
    const end = (ended, error) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      tick();
      resolve({ res, chunks, first, silence, ended, error });
      if (ended === 'timeout' || ended === 'aborted') req.destroy();
    };
    const req = http.request(
      { method: 'POST', host: url.hostname, port: url.port, path: url.pathname + url.search, headers, agent: agentFor(url.origin) },
      (r) => {
        res = r;
        tick();
        r.on('data', (c) => {
          if (first === null) first = performance.now() - t0;
          tick();
          chunks.push(c);
          onBytes?.(c);
        });
        r.on('end', () => end(r.complete ? 'clean' : 'reset'));
        r.on('aborted', () => end('reset'));
        r.on('error', () => end('reset'));
        r.on('close', () => end(r.complete ? 'clean' : 'reset'));
      },
    );
    const timer = setTimeout(() => end('timeout'), timeoutMs);
    if (abortAfterMs) setTimeout(() => end('aborted'), abortAfterMs);
    req.on('error', (e) => end(res ? 'reset' : 'refused', e.code ?? e.message));
    req.end(sentBytes);
  });
  const status = got.res?.statusCode ?? 0;
  const rawBytes = Buffer.concat(got.chunks);
  const enc = got.res?.headers['content-encoding'];
  let body = rawBytes;
  let encodingError = null;
  if (enc && enc !== 'identity') {
    try {
      body =
        enc === 'gzip'
          ? zlib.gunzipSync(rawBytes, { finishFlush: zlib.constants.Z_SYNC_FLUSH })
          : enc === 'br'
            ? zlib.brotliDecompressSync(rawBytes)
            : enc === 'deflate'
              ? zlib.inflateSync(rawBytes)
              : null;
      if (body === null) throw new Error('unsupported ' + enc);
    } catch (e) {
      encodingError = e.message;
      body = rawBytes;
    }
  }
  const stream = exchange.stream ?? exchange.request?.stream ?? false;
  const m = decode(dialect, body, { status, contentType: got.res?.headers['content-type'] ?? '', stream });
  if (encodingError) m.protocolErrors.push('content-encoding:' + encodingError);
  if (got.ended === 'reset' || got.ended === 'timeout') m.protocolErrors.push('end.socket-' + got.ended);
  return {
    ...m,
    headers: got.res?.headers ?? {},
    rawBytes,
    bodyBytes: body,
    firstByteMs: got.first,
    maxSilenceMs: got.silence,
    totalMs: performance.now() - t0,
    ended: got.ended,
    error: got.error,
    sentBytes,
    turn: got.res?.headers['x-signalbox-turn'],
  };
}

/** For gateways that drop unknown headers: the case id in the body too ('user', 'metadata', 'model'). */
function tagged(request, id, idIn) {
  if (!idIn.length) return request;
  const out = { ...request };
  if (idIn.includes('user')) out.user = id;
  if (idIn.includes('metadata')) out.metadata = { ...(out.metadata ?? {}), case_id: id };
  if (idIn.includes('user_id')) out.metadata = { ...(out.metadata ?? {}), user_id: id };
  if (idIn.includes('text')) {
    const list = out.messages ?? out.input;
    const i = list.findIndex((m) => m.role === 'user');
    const m = list[i];
    const marked =
      typeof m.content === 'string'
        ? { ...m, content: `${m.content} [[case:${id}]]` }
        : { ...m, content: [{ type: 'text', text: `[[case:${id}]]` }, ...m.content] };
    const next = list.map((x, j) => (j === i ? marked : x));
    if (out.messages) out.messages = next;
    else out.input = next;
  }
  if (idIn.includes('model')) out.model = `${out.model}@${id}`;
  return out;
}
