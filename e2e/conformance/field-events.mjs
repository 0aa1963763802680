// The short assertions of field cases ("finish=…", "index=…", "upstream-requests=…"). Each returns
// true | false | null (null: no interface of the design shows it, so it is counted as unchecked).
import { dispatched } from './decode.mjs';
import { flatten } from './history.mjs';
import { markupIn, keptFinish } from './verdict.mjs';
import { isWrapped, malformedArgs } from './match.mjs';

const lacks = (r, ...kinds) => !kinds.some((k) => r.protocolErrors.includes(k));
const list = (s) => s.split(',').map(Number);
const equal = (a, b) => a.length === b.length && a.every((x, i) => x === b[i]);

export function checkEvent(ev, { ex, r, requests, baseline, outcome, journal }) {
  const [, key, op, val] = /^([^=<⊆:]+?)(<=|⊆|=|:|$)(.*)$/s.exec(ev) ?? [null, ev, '', ''];
  const calls = dispatched(r);
  const last = requests.at(-1);
  switch (key) {
    case 'calls':
      return calls.length === Number(val);
    case 'finish':
      return r.finish === val || keptFinish(r, baseline) || (outcome === 'cut' && r.errors.length > 0 && val === 'length');
    case 'stop_reason':
      return r.finish === val || keptFinish(r, baseline) || (outcome === 'cut' && r.errors.length > 0 && val === 'max_tokens');
    case 'upstream-requests':
      // A cut, and a neutral re-ask of a `common` candidate, take one more request (2.3, 3.7); so does a connection that failed before any byte (3.5).
      if (outcome === 'cut' || ex.expect.reasks || (outcome === 'surface_error' && !ex.row.upstream.status)) return requests.length <= 2;
      return op === '<=' ? requests.length <= Number(val) : requests.length === Number(val);
    case 'no-text':
      return val === 'markup'
        ? !markupIn(r.text, ex.expect.text ?? '')
        : !r.text.includes(val) && !r.calls.some((c) => c.argumentsRaw.includes(val));
    case 'error.in-protocol':
      return r.errors.length > 0
        ? r.errors.every((x) => x.shapeOk)
        : outcome !== 'cut' || ['length', 'max_tokens', 'incomplete'].includes(r.finish);
    case 'error.class':
      return outcome === 'pass_through'
        ? true
        : r.errors.length > 0 || ['length', 'max_tokens', 'incomplete'].includes(r.finish)
          ? null
          : false;
    case 'retryable':
      return null;
    case 'reasoning-unchanged':
      return r.reasoning === baseline.reasoning;
    case 'no-byte-lost':
      return r.text === baseline.text;
    case 'response.completed.output':
      return val === 'text'
        ? textOfItems(r.items) === (ex.expect.text ?? r.text) && r.text !== ''
        : Boolean(r.items?.some((i) => i.type === val));
    case 'sequence_number-monotonic':
      return lacks(r, 'sequence-not-rising');
    case 'index':
      return (
        equal(
          r.calls.map((c) => c.index),
          list(val),
        ) && lacks(r, 'call-without-index', 'index-not-sequential', 'delta-without-index', 'stop-without-index')
      );
    case 'block-index':
      return equal(r.blockIndices ?? [], list(val));
    case 'output_index':
      return equal(r.outputIndices ?? [], list(val)) && lacks(r, 'output-index-missing');
    case 'guidance':
      return (
        [...requests.slice(1).map((q) => q.raw.toString('utf8')), JSON.stringify(r.errors)].some((t) => t.includes(val)) ||
        outcome === 'pass_through'
      );
    case 'upstream-aborted':
      return Boolean(last?.aborted);
    case 'no-empty-id':
      return lacks(r, 'empty-id-on-continuation', 'call-without-id', 'first-delta-without-id');
    case 'no-empty-name':
      return lacks(r, 'empty-name-on-continuation', 'first-delta-without-name', 'call-without-name');
    case 'name-sent-once':
      return lacks(r, 'name-repeated');
    case 'name-in-first-delta':
      return lacks(r, 'first-delta-without-name');
    case 'id-in-first-delta':
      return lacks(r, 'first-delta-without-id');
    case 'one-finish':
      return r.finishes.length === 1 && lacks(r, 'empty-finish', 'end.second-finish');
    case 'done':
      return op === '=' ? lacks(r, 'arguments-done-mismatch', 'end.completed-output-disagrees:arguments') : r.terminator;
    case 'terminal':
      return val.split('|').includes(r.terminalType) || (r.terminalType === 'error' && val.includes('response.failed'));
    case 'no-data':
      return !r.datas.some((d) => d.includes(val.replace(/^"|"$/g, '')));
    case 'no-empty-data':
      return lacks(r, 'empty-data') && !(r.emptyDispatches > 0);
    case 'ping-valid-or-absent':
      return lacks(r, 'ping-invalid', 'bad-json');
    case 'first-event':
      return r.eventTypes[0] === val;
    case 'no-header':
      return val.startsWith('content-encoding')
        ? !r.headers['content-encoding'] || !r.protocolErrors.some((k) => k.startsWith('content-encoding'))
        : !(val in r.headers);
    case 'header':
      return r.headers[val] !== undefined;
    case 'forwarded-accept-encoding':
      return requests.every((q) =>
        String(q.headers['accept-encoding'] ?? '')
          .split(',')
          .map((x) => x.trim().split(';')[0])
          .every((x) => ['', 'identity', '*', 'gzip', 'deflate', 'br', 'zstd'].includes(x)),
      );
    case 'event-lines-present':
      return lacks(r, 'event-line-missing', 'event-line-mismatch');
    case 'no-key':
      return !r.bodyBytes.toString('utf8').includes(`"${val}"`);
    case 'usage-forwarded':
      return r.usage;
    case 'no-null-choices':
      return lacks(r, 'null-choices');
    case 'reasoning':
      return r.reasoning === val.replace(/^"|"$/g, '');
    case 'content-array-unchanged':
      return Boolean(r.contentArray) && !r.bodyBytes.includes('[object Object]');
    case 'one message_stop':
      return r.stops === 1;
    case 'client-stream-ends-at':
      return r.ended === 'clean' && r.eventTypes.at(-1) === val;
    case 'block 1 closed or error event':
      return lacks(r, 'end.block-not-closed') || r.errors.length > 0;
    case 'event':
      return r.eventTypes.includes(val);
    case 'no-synthetic-result-for':
      return requests.every((q) => !q.body || !flatten(ex.dialect, q.body).some((x) => x.kind === 'result' && x.id === val));
    case 'status':
      return r.status === Number(val);
    case 'content-type':
      return String(r.headers['content-type'] ?? '').startsWith(val);
    case 'item.id-present':
      return lacks(r, 'item-without-id', 'item-id-mismatch');
    case 'response.output_item.added-before-delta':
      return lacks(r, 'delta-before-item-added', 'part-before-item-added', 'done-before-item-added');
    case 'response.completed.response.id-present':
      return lacks(r, 'terminal-without-response-id');
    case 'tool_result-before-text':
      return last?.body ? resultFirst(last.body) : false;
    case 'no-claim':
      return last?.body
        ? !/\b(user|operator)\b[^.]{0,40}\b(interrupt|cancel|abort|stopp)/i.test(newResults(ex, last.body).join(' '))
        : false;
    case 'raw-text-preserved':
      return last?.body ? rawKept(ex, last.body) : false;
    case 'forwarded.messages[1].reasoning_content':
      return last?.body?.messages?.[1]?.reasoning_content === val;
    case 'thinking-bytes-unchanged':
      return last ? thinkingKept(ex, last) : false;
    case 'record':
      return recordSeen(val, journal, requests);
    default:
      return null;
  }
}

const textOfItems = (items) =>
  (items ?? [])
    .filter((i) => i.type === 'message')
    .flatMap((i) => i.content ?? [])
    .map((p) => p.text ?? '')
    .join('');
const resultFirst = (body) =>
  (body.messages ?? []).every((m) => {
    const bs = Array.isArray(m.content) ? m.content : [];
    const i = bs.findIndex((b) => b.type !== 'tool_result');
    return i < 0 || !bs.slice(i).some((b) => b.type === 'tool_result');
  });
function newResults(ex, body) {
  const had = new Set(flatten(ex.dialect, ex.row.request).map((x) => x.content));
  return flatten(ex.dialect, body)
    .filter((x) => x.kind === 'result' && !had.has(x.content))
    .map((x) => x.content ?? '');
}
const rawKept = (ex, body) =>
  malformedArgs(ex.row.request).every((raw) => flatten(ex.dialect, body).some((x) => x.kind === 'call' && isWrapped(x.arguments, raw)));
const thinkingKept = (ex, last) => {
  const sent = (ex.row.request.messages ?? [])
    .flatMap((m) => (Array.isArray(m.content) ? m.content : []))
    .filter((b) => /thinking/.test(b.type));
  const text = last.raw.toString('utf8');
  return sent.every((b) => text.includes(JSON.stringify(b)));
};

const RECORDS = { loop_breaker: ['circuit-opened', 'loop-detected'], orphan_tool_result: ['history-repaired'] };
function recordSeen(val, journal, requests) {
  if (val === 'loop_breaker' && requests.some((q) => q.raw.includes('MODEL_STUCK_LOOP'))) return true;
  if (!journal) return null;
  if (val === 'none') return !journal.some((j) => ['circuit-opened', 'loop-detected', 'fault-classified'].includes(j.type));
  const want = RECORDS[val];
  return want ? journal.some((j) => want.includes(j.type)) : null;
}
