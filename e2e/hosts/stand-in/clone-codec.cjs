'use strict';

/**
 * Structured clone over JSON text: what may cross is decided by the real `structuredClone`, its result is written with tags.
 * Self-contained, since its SOURCE is also evaluated in the page. `base64` is given where the platform has a fast one.
 */
function makeCodec(base64) {
  const views = [
    'Int8Array',
    'Uint8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
    'Float32Array',
    'Float64Array',
    'BigInt64Array',
    'BigUint64Array',
    'DataView',
  ];
  const errors = { TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError };
  const toBase64 = base64?.toBase64 ?? ((bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')));
  const fromBase64 = base64?.fromBase64 ?? ((text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));

  function encode(value) {
    const seen = new Map();
    const primitive = (x) => {
      switch (typeof x) {
        case 'number':
          return Number.isFinite(x) && !Object.is(x, -0) ? x : { $: 'number', v: Object.is(x, -0) ? '-0' : String(x) };
        case 'undefined':
          return { $: 'undefined' };
        case 'bigint':
          return { $: 'bigint', v: x.toString() };
        default:
          return x;
      }
    };
    const write = (x) => {
      if (x === null || typeof x !== 'object') return primitive(x);
      if (seen.has(x)) return { $: 'seen', i: seen.get(x) };
      seen.set(x, seen.size);
      if (Array.isArray(x)) return Array.from(x, write);
      return writeObject(x, Object.prototype.toString.call(x).slice(8, -1));
    };
    const writeObject = (x, tag) => {
      if (tag === 'Date') return { $: 'date', v: +x };
      if (tag === 'RegExp') return { $: 'regexp', s: x.source, f: x.flags };
      if (tag === 'Map') return { $: 'map', v: [...x].map(([key, item]) => [write(key), write(item)]) };
      if (tag === 'Set') return { $: 'set', v: [...x].map(write) };
      if (x instanceof Error) return { $: 'error', n: x.name, m: x.message, k: x.stack };
      if (tag === 'ArrayBuffer') return { $: 'buffer', v: toBase64(new Uint8Array(x)) };
      if (ArrayBuffer.isView(x))
        return {
          $: 'view',
          c: views.includes(tag) ? tag : 'Uint8Array',
          v: toBase64(new Uint8Array(x.buffer, x.byteOffset, x.byteLength)),
        };
      const object = Object.fromEntries(Object.keys(x).map((key) => [key, write(x[key])]));
      return Object.hasOwn(object, '$') ? { $: 'object', v: object } : object;
    };
    return JSON.stringify(write(structuredClone(value)));
  }

  function decode(text) {
    const seen = [];
    const keep = (value) => {
      seen.push(value);
      return value;
    };
    const fill = (object, entries) => {
      for (const key of Object.keys(entries)) object[key] = read(entries[key]);
      return object;
    };
    const read = (x) => {
      if (x === null || typeof x !== 'object') return x;
      if (Array.isArray(x)) {
        const array = keep([]);
        for (const item of x) array.push(read(item));
        return array;
      }
      return Object.hasOwn(x, '$') ? readTagged(x) : fill(keep({}), x);
    };
    const readTagged = (x) => {
      switch (x.$) {
        case 'number':
          return Number(x.v);
        case 'undefined':
          return undefined;
        case 'bigint':
          return BigInt(x.v);
        case 'seen':
          return seen[x.i];
        case 'date':
          return keep(new Date(x.v));
        case 'regexp':
          return keep(new RegExp(x.s, x.f));
        case 'map': {
          const map = keep(new Map());
          for (const [key, item] of x.v) {
            const readKey = read(key);
            map.set(readKey, read(item));
          }
          return map;
        }
        case 'set': {
          const set = keep(new Set());
          for (const item of x.v) set.add(read(item));
          return set;
        }
        case 'error':
          return Object.assign(keep(new (errors[x.n] ?? Error)(x.m)), { stack: x.k });
        case 'buffer':
          return keep(fromBase64(x.v).slice().buffer);
        case 'view': {
          const bytes = fromBase64(x.v).slice();
          return keep(x.c === 'Uint8Array' ? bytes : new globalThis[x.c](bytes.buffer));
        }
        case 'object':
          return fill(keep({}), x.v);
      }
    };
    return read(JSON.parse(text));
  }

  return { encode, decode };
}

module.exports = { makeCodec };
