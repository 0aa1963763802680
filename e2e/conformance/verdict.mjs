// A verdict: {class, note, …}. Classes, worst first:
//   unsafe    a call was dispatched that must not be, or its arguments were altered
//   missed    what had to be done was not done
//   altered   text (or history) changed that must not change
//   protocol  the reply does not end, or is not built, as the dialect demands
//   other     anything else that is wrong
//   unchecked cannot be judged on this target (no journal): counted apart, never as a failure
//   ok
import { dispatched } from './decode.mjs';
import { argsEqual, clip } from './util.mjs';

export const CLASSES = ['ok', 'unsafe', 'missed', 'altered', 'protocol', 'other', 'unchecked'];
export const verdict = (cls, note = '', extra = {}) => ({ class: cls, note, ...extra });
export const ok = (note = '', extra = {}) => verdict('ok', note, extra);

export const show = (c) =>
  `${c.name}(${clip(typeof c.arguments === 'string' ? c.arguments : (c.argumentsRaw ?? JSON.stringify(c.arguments)), 60)})`;
export const showAll = (cs) => cs.map(show).join(', ') || 'none';
const asText = (a) => (typeof a === 'string' ? a : JSON.stringify(a ?? {}));

/** Same calls, in order. match: 'json' | 'bytes'. ids are compared only where the expectation names one. */
export function sameCalls(got, want, match = 'json') {
  return (
    got.length === want.length &&
    got.every((g, i) => {
      const w = want[i];
      if (g.name !== w.name) return false;
      if (w.id && g.id !== w.id) return false;
      return match === 'bytes' ? g.argumentsRaw === asText(w.arguments) : argsEqual(g.argumentsRaw, asText(w.arguments));
    })
  );
}

/** Every got call is one of the wanted ones (each used once). */
export function subsetOf(got, want, match = 'json') {
  const left = [...want];
  return got.every((g) => {
    const i = left.findIndex(
      (w) =>
        g.name === w.name && (match === 'bytes' ? g.argumentsRaw === asText(w.arguments) : argsEqual(g.argumentsRaw, asText(w.arguments))),
    );
    if (i < 0) return false;
    left.splice(i, 1);
    return true;
  });
}

/** Breaches of the dialect that the upstream did not commit itself. */
export const newBreaches = (r, baseline) => r.protocolErrors.filter((k) => !(baseline?.protocolErrors ?? []).includes(k));

/** A wrong ending or frame → verdict, else null. */
export function badProtocol(r, baseline) {
  if (r.ended === 'timeout') return verdict('protocol', 'no end within the time limit');
  if (r.ended === 'refused') return verdict('protocol', 'connection refused: ' + r.error);
  const fresh = newBreaches(r, baseline);
  return fresh.length ? verdict('protocol', fresh.join(' ')) : null;
}

// 2.4: only stop / end_turn, empty and missing are corrected; these finish reasons stay as they came, calls or not.
const KEPT = [
  'length',
  'max_tokens',
  'incomplete',
  'pause_turn',
  'refusal',
  'content_filter',
  'stop_sequence',
  'model_context_window_exceeded',
];
export const keptFinish = (r, baseline) => KEPT.includes(baseline?.finish) && r.finish === baseline.finish;

const MARKUP = [
  '<tool_call',
  '</tool_call',
  '<function=',
  '</function>',
  '<parameter',
  '</parameter>',
  '<invoke',
  '</invoke>',
  '｜DSML｜',
  '‖DSML‖',
  '<|tool',
  '<｜tool',
  '[TOOL_CALLS]',
  '[ARGS]',
  '<|python_tag|>',
  '<|channel|>',
  '<arg_key>',
  '<arg_value>',
  'minimax:tool_call',
  'seed:tool_call',
  '_calls_section',
  '<|call|>',
  '<start_function_call>',
  '<|action_start|>',
  '<|plugin|>',
  'functools[',
];
export const markupIn = (text, allowed = '') => MARKUP.find((x) => text.includes(x) && !allowed.includes(x)) ?? null;

export { dispatched };
