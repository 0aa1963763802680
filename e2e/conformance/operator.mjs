// The operator's side (4.3): API calls, the feed, and an operator who decides by the expectation of the case.
import http from 'node:http';
import { SseParser } from './sse.mjs';
import { argsEqual, sleep, tryParse } from './util.mjs';

export function api(target, call, body = {}, { token = target.token, method = 'POST', base = target.console } = {}) {
  const url = new URL(`${base}/api/${call}`);
  const payload = Buffer.from(JSON.stringify(body));
  return new Promise((ok, no) => {
    const req = http.request(
      url,
      {
        method,
        headers: {
          'content-type': 'application/json',
          'content-length': payload.length,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
      },
      (res) => {
        const chunks = [];
        res.on('data', (c) => chunks.push(c));
        res.on('end', () => {
          const p = tryParse(Buffer.concat(chunks).toString('utf8'));
          ok({ status: res.statusCode, body: p.ok ? p.value : null });
        });
      },
    );
    req.setTimeout(5000, () => req.destroy(new Error('time-out')));
    req.on('error', no);
    req.end(payload);
  });
}

/** Connects to the feed; entries arrive in .entries. While it is open a console is connected. */
export function openFeed(target, after = 0, { lastEventId } = {}) {
  const feed = { entries: [], frames: [], error: null, lastAt: Date.now(), open: false };
  const url = new URL(`${target.console}/api/feed${lastEventId === undefined ? `?after=${after}` : ''}`);
  const req = http.request(
    url,
    {
      headers: {
        authorization: `Bearer ${target.token}`,
        accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
      },
    },
    (res) => {
      feed.open = res.statusCode === 200;
      if (!feed.open) feed.error = `status ${res.statusCode}`;
      const p = new SseParser();
      const take = (events) => {
        for (const e of events) {
          const v = tryParse(e.data);
          feed.frames.push({ id: e.id, event: e.event, ok: v.ok, seq: v.value?.seq ?? v.value?.entry?.seq });
          if (!v.ok) continue;
          const list = Array.isArray(v.value)
            ? v.value
            : Array.isArray(v.value?.entries)
              ? v.value.entries
              : v.value?.entry
                ? [v.value.entry]
                : [v.value];
          for (const x of list) if (x && typeof x === 'object' && x.type) feed.entries.push(x);
          feed.lastAt = Date.now();
        }
      };
      res.on('data', (c) => take(p.feed(c)));
      res.on('end', () => {
        feed.open = false;
      });
      res.on('error', () => {
        feed.open = false;
      });
    },
  );
  req.on('error', (e) => {
    feed.error = e.message;
    feed.open = false;
  });
  req.end();
  feed.close = () => req.destroy();
  return feed;
}

/** Reads the whole journal after the event, without having been a connected console while it happened. */
export async function readJournal(target, { quietMs = 400, maxMs = 8000 } = {}) {
  const feed = openFeed(target, 0);
  const t0 = Date.now();
  while (
    Date.now() - t0 < maxMs &&
    !feed.error &&
    (Date.now() - Math.max(feed.lastAt, t0) < quietMs || (!feed.open && Date.now() - t0 < 1500))
  )
    await sleep(30);
  feed.close();
  return feed.entries.length || feed.open || !feed.error ? feed.entries : null;
}

export function journalIndex(entries) {
  const byTurn = new Map();
  const bySession = new Map();
  const push = (m, k, v) => {
    if (k !== undefined && k !== null) m.set(String(k), [...(m.get(String(k)) ?? []), v]);
  };
  for (const e of entries ?? []) {
    push(byTurn, e.turn, e);
    push(bySession, e.session, e);
  }
  return { turn: (t) => byTurn.get(String(t)) ?? [], session: (s) => bySession.get(String(s)) ?? [], all: entries ?? [] };
}

/**
 * An operator who watches approvals/list and approves what the case expects, rejects the rest.
 * Approvals are matched to a waiting exchange by session, else by the call itself.
 */
export function startOperator(target) {
  const waiting = new Map(); // session → exchange
  const seen = new Set();
  const feed = openFeed(target, 0);
  let on = true;
  const find = (a) => {
    for (const [s, ex] of waiting) if (a.session === s || String(a.session ?? '').includes(s)) return ex;
    const asked = (ex) =>
      (ex.expect.calls ?? []).some((c) => c.name === a.call?.name && argsEqual(text(a.call?.arguments), text(c.arguments)));
    return (
      [...waiting.values()].find(asked) ??
      [...waiting.values()].find((ex) => a.original && ex.reply?.text && String(a.original).includes(ex.reply.text.slice(0, 40))) ??
      null
    );
  };
  const loop = (async () => {
    while (on) {
      const res = await api(target, 'approvals/list').catch(() => null);
      for (const a of res?.body?.approvals ?? []) {
        if (seen.has(a.id)) continue;
        const ex = find(a);
        if (!ex) continue;
        seen.add(a.id);
        // 4.3: an ambiguous call shows its readings; the operator takes the one that was meant.
        const read = (a.readings ?? []).findIndex((x) =>
          (ex.expect.calls ?? []).some((c) => argsEqual(text(x?.arguments ?? x?.call?.arguments ?? x), text(c.arguments))),
        );
        const match =
          read >= 0 ||
          (ex.expect.calls ?? []).some((c) => c.name === a.call?.name && argsEqual(text(a.call?.arguments), text(c.arguments)));
        ex.operator ??= { approvals: [], matched: true };
        ex.operator.approvals.push(a);
        ex.operator.approval = ex.operator.approvals[0];
        if (!match) ex.operator.matched = false;
        const out = await api(
          target,
          'approvals/settle',
          match
            ? { id: a.id, verdict: 'approve', ...(read >= 0 ? { reading: a.readings[read]?.id ?? read } : {}) }
            : { id: a.id, verdict: 'reject', reason: 'not what was meant' },
        ).catch((e) => ({ status: 0, body: { error: { code: e.message } } }));
        (ex.operator.settled ??= []).push(out.body);
      }
      await sleep(40);
    }
  })();
  const ready = (async () => {
    for (let i = 0; i < 50 && !feed.open && !feed.error; i++) await sleep(20);
  })();
  return {
    ready,
    watch: (session, ex) => waiting.set(session, ex),
    unwatch: (session) => waiting.delete(session),
    feed,
    stop: async () => {
      on = false;
      await loop;
      feed.close();
    },
  };
}
const text = (v) => (typeof v === 'string' ? v : JSON.stringify(v ?? {}));
