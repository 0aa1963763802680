// Small helpers: seeded randomness, hashing, JSON comparison, JSON lines.
import fs from 'node:fs';
import crypto from 'node:crypto';

export const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
export const sha = (b) => crypto.createHash('sha256').update(b).digest('hex');
export const hash32 = (s) => parseInt(crypto.createHash('sha1').update(String(s)).digest('hex').slice(0, 8), 16);

/** Seeded generator (mulberry32): next() in [0,1), int(a,b) inclusive, pick, shuffle. */
export function rng(seed) {
  let a = (typeof seed === 'number' ? seed : hash32(seed)) >>> 0;
  const next = () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (lo, hi) => lo + Math.floor(next() * (hi - lo + 1));
  const pick = (xs) => xs[int(0, xs.length - 1)];
  const shuffle = (xs) => {
    const out = [...xs];
    for (let i = out.length - 1; i > 0; i--) {
      const j = int(0, i);
      [out[i], out[j]] = [out[j], out[i]];
    }
    return out;
  };
  return { next, int, pick, shuffle };
}

export function readJsonl(file) {
  const rows = [];
  fs.readFileSync(file, 'utf8')
    .split('\n')
    .forEach((line, i) => {
      if (!line.trim()) return;
      try {
        rows.push(JSON.parse(line));
      } catch (e) {
        throw new Error(`${file}:${i + 1}: ${e.message}`);
      }
    });
  return rows;
}

/** JSON equality: key order does not matter, array order does. */
export function jsonEqual(a, b) {
  if (a === b) return true;
  if (typeof a !== typeof b || a === null || b === null || typeof a !== 'object') return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a)) return a.length === b.length && a.every((x, i) => jsonEqual(x, b[i]));
  const ka = Object.keys(a);
  if (ka.length !== Object.keys(b).length) return false;
  return ka.every((k) => Object.hasOwn(b, k) && jsonEqual(a[k], b[k]));
}

export function tryParse(s) {
  try {
    return { ok: true, value: JSON.parse(s) };
  } catch {
    return { ok: false };
  }
}
export const isObject = (v) => v !== null && typeof v === 'object' && !Array.isArray(v);
export const isJsonObject = (s) => {
  const p = tryParse(s);
  return p.ok && isObject(p.value);
};

/** Two argument strings are the same JSON value. */
export function argsEqual(a, b) {
  if (a === b) return true;
  const x = tryParse(a);
  const y = tryParse(b);
  return x.ok && y.ok && jsonEqual(x.value, y.value);
}

export const clip = (s, n = 140) => {
  const t = String(s).replace(/\s+/g, ' ');
  return t.length > n ? t.slice(0, n - 1) + '…' : t;
};

/** Runs fn over items, at most n at once, keeping the order of the results. */
export async function pool(items, n, fn) {
  const out = new Array(items.length);
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(n, items.length) }, async () => {
      while (next < items.length) {
        const i = next++;
        out[i] = await fn(items[i], i);
      }
    }),
  );
  return out;
}

export const pct = (n, d) => (d ? Math.round((1000 * n) / d) / 10 : null);
