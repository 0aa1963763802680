// Plays one exchange against a target: each step registers its reply at the upstream, sends the request, collects what came back
// and what the upstream received.
import { send } from './client.mjs';
import { baselineOf } from './judge.mjs';
import { sleep } from './util.mjs';
import { writesOf } from './upstream.mjs';

export async function runExchange(ex, target, up, o) {
  const steps = [];
  for (let i = 0; i < ex.steps.length; i++) {
    const step = typeof ex.steps[i] === 'function' ? ex.steps[i](steps) : ex.steps[i];
    if (!step) break;
    const id = `${ex.id}~${i}`;
    up.register(id, step.upstream);
    let rawBody = step.rawBody;
    if (rawBody && o.idIn?.length) rawBody = Buffer.from(rawBody.toString('utf8').replaceAll(`${ex.id}~0`, id));
    const headers = {
      ...(target.kind === 'product' ? { 'x-signalbox-session': ex.id } : {}),
      ...(o.headers ?? {}),
      ...(step.headers ?? {}),
    };
    const timeoutMs = ex.timeoutMs ? Math.min(ex.timeoutMs, Math.max(o.timeoutMs, 8000)) : o.timeoutMs;
    const arrivals = [];
    let total = 0;
    const onBytes = step.live ? (b) => arrivals.push({ at: performance.now(), total: (total += b.length) }) : undefined;
    const result = await send(
      target.base,
      { id, dialect: ex.dialect, request: step.request, rawBody, stream: step.stream, headers, path: step.path },
      { timeoutMs, idIn: o.idIn ?? [], onBytes },
    );
    if (ex.row?.upstream?.eof === 'open' || result.ended !== 'clean') await sleep(30); // lets the upstream notice a closed connection
    const requests = [...up.requests(id)];
    up.forget(id);
    const baseline = baselineOf(ex, step.upstream);
    steps.push({
      k: step.k,
      result,
      requests,
      arrivals,
      baseline,
      expectedCall: baseline.calls.length > 0,
      identical: identicalBytes(result, requests, step),
    });
  }
  return steps;
}

/** Were the bytes of request and response left alone? (7-numbers, bar 6) Comments may come and go. */
function identicalBytes(result, requests, step) {
  const script = typeof step.upstream === 'function' ? null : step.upstream;
  if (!script || !requests.length) return null;
  const theirs = Buffer.concat(writesOf(script));
  const ours = result.rawBytes;
  return {
    request: requests.length === 1 && requests[0].raw.equals(result.sentBytes),
    response: ours.equals(theirs) || (result.comments > 0 && strip(ours) === strip(theirs)),
  };
}
const strip = (b) => b.toString('utf8').replace(/^:.*(\r\n|\n|\r){1,2}/gm, '');
