// args rows {tool:{name,parameters}, raw, finish_reason?, expect:{outcome, arguments?, alt_outcome?, category?}}:
// one native call with these argument bytes.
//
// Rules of the design that stand above a row (2.4, 2.5):
//   - valid JSON that breaks its schema is healed by lossless rules only: a null that the row drops may also be left as it is;
//   - an unterminated call is never run: "repair" of one is not accepted, whatever the row allows;
//   - several different objects are guided by default, then cut (repair.concatenated guide): "split" is not accepted;
//   - an array or object given as a JSON string is a `review` rule: held, and without a console delivered as it came;
//   - what cannot be parsed is cut after the re-ask; what parses but breaks the schema is delivered as it came.
import { toRequest } from './dialects.mjs';
import { UNLISTED } from './overrides.mjs';
import { isJsonObject, isObject, tryParse } from './util.mjs';

export function argsExchange({ row, caseId, opts, guises, replyScript }) {
  const gs = guises(caseId, opts.guises, opts.seed, { dialects: row.dialect ? [row.dialect] : opts.dialects });
  const cut = unterminated(row.raw);
  let outcomes = [row.expect.outcome, ...(row.expect.alt_outcome ?? [])];
  let overridden;
  if (opts.overrides !== false) {
    if (outcomes[0] === 'repair' && dropsNull(row) && !outcomes.includes('valid')) {
      outcomes.push('valid');
      overridden =
        '2.5.4: dropping a null loses something, so it is no safe rule by itself; flagged and delivered is right too (the row drops it)';
    }
    if (cut && outcomes.some((o) => o === 'repair' || o === 'split')) {
      outcomes = [...new Set(outcomes.map((o) => (o === 'repair' || o === 'split' ? 'refuse' : o)))];
      overridden = '2.5: an unterminated call is never run (the row repairs it)';
    }
    if (outcomes.includes('split')) {
      outcomes = [...new Set(outcomes.map((o) => (o === 'split' ? 'refuse' : o)))];
      overridden = '2.5.2: different objects in one call are guided, then cut; split only by setting (the row splits)';
    }
    if (UNLISTED.has(row.id) && outcomes.includes('repair')) {
      outcomes = [...new Set(outcomes.map((o) => (o === 'repair' ? 'refuse' : o)).filter((o) => o !== 'valid'))];
      overridden = '2.5.2, 2.5.3: the list of repairs is closed, this one is not on it (the row repairs it)';
    }
    if (outcomes[0] === 'repair' && textForList(row)) {
      outcomes = ['ask', 'valid'];
      overridden = '2.5.4: an array or object sent as a string is `review`: held, never healed unasked (the row heals it)';
    }
    if (!cut && outcomes[0] === 'refuse' && outcomes.includes('repair') && !isJsonObject(row.raw) && !row.expect.arguments)
      outcomes = outcomes.filter((o) => o !== 'repair'); // no reading is named: nothing to accept
  }
  // What an operator would approve, if the product holds the call.
  const list =
    row.expect.outcome === 'split' ? (row.expect.arguments ?? []) : row.expect.arguments !== undefined ? [row.expect.arguments] : [];
  const expect = { ...row.expect, calls: list.map((a) => ({ name: row.tool.name, arguments: a })) };
  return gs.map((g) => {
    const guise = { ...g, argsMode: g.textMode };
    // Anthropic's JSON body carries an object, never a string: what does not parse can only be streamed there.
    if (guise.dialect === 'anthropic' && !guise.stream && !isJsonObject(row.raw)) guise.stream = true;
    const id = guise.dialect === 'anthropic' ? 'toolu_n1' : 'call_n1';
    const finish = ['length', 'max_tokens'].includes(row.finish_reason) ? 'length' : row.finish_reason === 'stop' ? 'stop' : 'calls';
    const reply = { text: row.text ?? '', reasoning: '', calls: [{ id, name: row.tool.name, arguments: row.raw }], finish };
    const request = toRequest(guise.dialect, {
      tools: [row.tool, ...(row.tools ?? [])],
      messages: [{ role: 'user', text: 'Do the step.' }],
      stream: guise.stream,
    });
    return {
      guise,
      dialect: guise.dialect,
      expect,
      outcomes,
      overridden,
      unterminated: cut,
      family: row.family ?? row.expect.outcome,
      row,
      reply,
      judge: 'args',
      steps: [{ request, stream: guise.stream, upstream: replyScript(guise.dialect, reply, guise) }],
    };
  });
}

/** The row's result leaves out a key that the call gives as null. */
function dropsNull(row) {
  const p = tryParse(row.raw);
  return (
    p.ok &&
    isObject(p.value) &&
    isObject(row.expect.arguments) &&
    Object.entries(p.value).some(([k, v]) => v === null && !(k in row.expect.arguments))
  );
}

/** A value of the row's result is a list or object, the same value in the call is text. */
export function textForList(row) {
  const p = tryParse(row.raw);
  const want = row.expect.arguments;
  if (!p.ok || !isObject(p.value) || !isObject(want)) return false;
  return Object.entries(want).some(
    ([k, v]) => v !== null && typeof v === 'object' && typeof p.value[k] === 'string' && /^\s*[[{]/.test(p.value[k]),
  );
}

/** The text is the beginning of JSON that was cut off (after any number of whole values), not JSON gone wrong. */
export function unterminated(raw) {
  const n = raw.length;
  let i = 0;
  let seen = 0;
  const END = Symbol('end');
  const BAD = Symbol('bad');
  const ws = () => {
    while (i < n && /\s/.test(raw[i])) i++;
  };
  const string = () => {
    for (i++; i < n; i++) {
      if (raw[i] === '\\') i++;
      else if (raw[i] === '"') return void i++;
    }
    throw END;
  };
  const literal = () => {
    const m = /^[-+0-9.eE]+|^[a-z]+/.exec(raw.slice(i, i + 40));
    if (!m) throw BAD;
    i += m[0].length;
    if (['true', 'false', 'null'].includes(m[0]) || /^-?\d/.test(m[0])) return;
    throw i >= n && ['true', 'false', 'null'].some((w) => w.startsWith(m[0])) ? END : BAD;
  };
  const value = () => {
    ws();
    if (i >= n) throw END;
    if (raw[i] === '"') return string();
    if (raw[i] !== '{' && raw[i] !== '[') return literal();
    const close = raw[i] === '{' ? '}' : ']';
    i++;
    for (let first = true; ; first = false) {
      ws();
      if (i >= n) throw END;
      if (raw[i] === close) return void i++;
      if (!first) {
        if (raw[i] !== ',') throw BAD;
        i++;
        ws();
        if (i >= n) throw END;
        if (raw[i] === close) throw BAD;
      }
      if (close === '}') {
        if (raw[i] !== '"') throw BAD;
        string();
        ws();
        if (i >= n) throw END;
        if (raw[i] !== ':') throw BAD;
        i++;
      }
      value();
    }
  };
  try {
    for (ws(); i < n; ws()) {
      if (seen++ && raw[i] !== '{' && raw[i] !== '[') throw BAD; // trailing rubbish, not a second value
      value();
    }
    return false;
  } catch (e) {
    if (e === END) return true;
    if (e === BAD) return false;
    throw e;
  }
}
