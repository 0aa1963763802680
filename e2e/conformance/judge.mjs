// One door to all judges. ctx: {mode:'headless'|'operator', baseline, journal?, journalOf?}
import { judgeLeak } from './judge-leaks.mjs';
import { judgeArgs } from './judge-args.mjs';
import { judgeErrors } from './judge-errors.mjs';
import { judgeLoops } from './judge-loops.mjs';
import { judgeDangling } from './judge-dangling.mjs';
import { judgeField } from './judge-field.mjs';
import { judgeHealthy } from './judge-healthy.mjs';
import { verdict, CLASSES } from './verdict.mjs';
import { decode } from './decode.mjs';
import { writesOf } from './upstream.mjs';
import zlib from 'node:zlib';

const JUDGES = {
  leaks: judgeLeak,
  args: judgeArgs,
  errors: judgeErrors,
  loops: judgeLoops,
  dangling: judgeDangling,
  field: judgeField,
  healthy: judgeHealthy,
};
export { CLASSES };

/** What a client without any gateway would have read. */
export function baselineOf(ex, script) {
  const s = typeof script === 'function' ? ex.row.upstream : Array.isArray(script) ? script[0] : script;
  let bytes = Buffer.concat(writesOf(s));
  try {
    if (s.headers?.['content-encoding'] === 'gzip') bytes = zlib.gunzipSync(bytes);
  } catch {
    // an unreadable body stays as it is
  }
  const m = decode(ex.dialect, bytes, { status: s.status, contentType: s.headers?.['content-type'] ?? '', stream: ex.guise.stream });
  if (s.eof === 'reset') m.protocolErrors.push('end.socket-reset');
  if (s.eof === 'open') m.protocolErrors.push('end.socket-timeout');
  m.bytes = bytes;
  return m;
}

export function judge(ex, steps, ctx = {}) {
  if (!steps.length || !steps[0].result) return verdict('other', 'harness: no result');
  const c = { mode: 'headless', baseline: steps[0].baseline, ...ctx };
  return JUDGES[ex.judge](ex, steps, c);
}
