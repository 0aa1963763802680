// Field cases: what their alternatives mean, and where the design says something else than the case.
//
// ALTERNATIVES completes a case from its own note: which calls are right if the also_ok outcome is taken.
// OVERRIDES: the design (2-contract, 3-wire; the section stands in `why`) wins over the case's default. Each names its rule; `--no-overrides`
// judges by the case file alone. They are printed in the summary, so that a contradiction stays visible.
const call = (name, args) => ({ name, arguments: JSON.stringify(args) });

export const ALTERNATIVES = {
  'leak-017': [call('Bash', { command: 'ls' })],
  'leak-032': [call('write_file', { path: 'a.md', content: 'Close it with </parameter> then stop.' })],
  'leak-033': [call('write_file', { path: 't.xml', content: '<parameter>\n  <hello></hello>\n</parameter>' })],
  'leak-049': [call('read', { path: '/srv/guide.md' })],
  'args-005': [call('get_weather', { city: 'Orlando' })],
  'args-008': [call('get_weather', { city: 'Paris' })],
  'args-023': [call('order_date', { order_id: 'o-1' })],
  'args-050': [call('file_editor', { command: 'view', path: '/w/q.py', view_range: [2142, 2250] })],
};

const COMMON = '2.3 check 13: a `common` candidate is held; without a console one neutral re-ask, then the original text';
const REASONING = '2.3 check 10: a call in the reasoning channel is held or passes as text, never cut';
const AMBIGUOUS = '2.3 check 6: two readings are held; without a console refused, never dispatched';
const UNPARSABLE = '2.5.5: an unparsable native call is cut after the re-ask, not delivered';
export const OVERRIDES = {
  'leak-010': { textFree: true, why: '2.3 check 3: a complete private envelope beside a native call is stripped, other text passes' },
  'leak-002': { outcome: 'pass_through', also: [], events: /^(error|no-text)/, reasks: 1, why: COMMON },
  'leak-003': { outcome: 'pass_through', also: [], events: /^(error|no-text)/, reasks: 1, why: COMMON },
  'leak-041': { outcome: 'pass_through', also: [], events: /^(error|no-text)/, reasks: 1, why: COMMON },
  'leak-020': { without: ['cut'], reasks: 1, why: COMMON },
  'leak-021': { without: ['cut'], reasks: 1, why: COMMON },
  'leak-023': { without: ['cut'], reasks: 1, why: COMMON },
  'leak-011': { outcome: 'pass_through', also: [], events: /^(error|no-text)/, why: REASONING },
  'leak-013': { outcome: 'pass_through', also: [], events: /^(error|no-text)/, why: REASONING },
  'leak-061': { outcome: 'pass_through', also: [], events: /^(error|no-text)/, why: REASONING },
  'leak-071': { outcome: 'pass_through', also: [], events: /^(error|no-text)/, why: REASONING },
  'leak-032': { without: ['recover'], why: AMBIGUOUS },
  'leak-033': { without: ['recover'], why: AMBIGUOUS },
  'leak-078': {
    also: ['pass_through'],
    drop: ['dispatch', 'dispatch-partial', 'recover'],
    why: '2.5.5: an unknown tool with parsable arguments is delivered as it came after the re-ask',
  },
  'args-056': { without: ['pass_through'], why: UNPARSABLE },
  'args-057': { without: ['pass_through'], why: UNPARSABLE },
  'args-058': { without: ['pass_through'], why: UNPARSABLE },
  'dangling-009': {
    calls: [call('Bash', { command: 'ls' })],
    without: ['cut'],
    why: '2.5: a closed and valid call is complete even under max_tokens',
  },
};

// 2.5.2 and 2.5.3 are closed lists: these repairs of the args rows stand on neither (prose around, typographic or full-width structure,
// a missing comma, entities, a `properties` wrapper, an array around the object), so they are guided and then cut, or leave as they came.
export const UNLISTED = new Set(['arg-063', 'arg-064', 'arg-068', 'arg-069', 'arg-077', 'arg-078', 'arg-079', 'arg-086', 'arg-091']);

export function applyOverride(row, use = true) {
  const e = structuredClone(row.expect);
  if (ALTERNATIVES[row.id]) e.alt_calls = ALTERNATIVES[row.id];
  const o = use ? OVERRIDES[row.id] : null;
  if (!o) return { expect: e, overridden: null };
  if (o.outcome) {
    e.also_ok = [];
    e.outcome = o.outcome;
  }
  if (o.also) e.also_ok = [...new Set([...(e.also_ok ?? []), ...o.also])];
  if (o.without) e.also_ok = (e.also_ok ?? []).filter((x) => !o.without.includes(x));
  if (o.calls) e.calls = o.calls;
  if (o.reasks) e.reasks = o.reasks;
  if (o.drop) e.never = (e.never ?? []).filter((n) => !o.drop.includes(n));
  if (o.events) e.events = e.events.filter((x) => !o.events.test(x));
  if (o.outcome === 'pass_through') {
    delete e.text;
    e.never = (e.never ?? []).filter((n) => n !== 'fabricate-success'); // the upstream's own text and end leave unchanged
  }
  if (o.textFree) e.text_free = true;
  return { expect: e, overridden: o.why };
}
