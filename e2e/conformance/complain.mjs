// Breaches of a dialect's grammar, and errors read out of a reply: shared by the decoders.
import { isObject } from './util.mjs';

/** Pushes a protocol error once per kind and detail. */
export function complain(m, kind) {
  if (!m.protocolErrors.includes(kind)) m.protocolErrors.push(kind);
}

/** An error in the dialect's own shape? Chat and Responses: {error:{message,…}}; Anthropic: {type:"error",error:{type,message}}. */
export function errorOf(dialect, parsed, status, bytes) {
  const v = parsed.ok ? parsed.value : null;
  const e = v && isObject(v.error) ? v.error : v && isObject(v.response?.error) ? v.response.error : null;
  const out = {
    status,
    type: e?.type ?? null,
    code: e?.code ?? null,
    message: e?.message ?? (v ? null : bytes ? bytes.toString('utf8').slice(0, 200) : null),
    shapeOk: false,
  };
  if (e && typeof e.message === 'string') out.shapeOk = dialect === 'anthropic' ? v.type === 'error' && typeof e.type === 'string' : true;
  return out;
}
