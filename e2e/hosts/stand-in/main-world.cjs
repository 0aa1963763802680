'use strict';

/**
 * The page's side of `contextBridge`. Its SOURCE is evaluated in the page's own world; it shares nothing but the DOM with the isolated
 * world: values cross as the `detail` of synchronous events, which Chromium clones.
 */
function mainWorld(tag) {
  const functions = new Map();
  const promises = new Map();
  let nextFunction = 1;
  let answer;

  const emit = (name, detail) => document.dispatchEvent(new CustomEvent(tag + name, { detail }));
  const isPlain = (value) => Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;
  const errorFrom = ({ message, stack }) => Object.assign(new Error(message), { stack });

  const describe = (value) => {
    if (typeof value === 'function') {
      functions.set(nextFunction, value);
      nextFunction += 1;
      return { type: 'function', id: nextFunction - 1 };
    }
    if (Array.isArray(value)) return { type: 'array', items: value.map(describe) };
    if (value && typeof value === 'object' && isPlain(value))
      return { type: 'object', entries: Object.keys(value).map((key) => [key, describe(value[key])]) };
    return { type: 'value', value: structuredClone(value) };
  };

  const build = (described) => {
    switch (described.type) {
      case 'function':
        return (...args) => callIsolated(described.id, args);
      case 'array':
        return described.items.map(build);
      case 'object':
        return Object.freeze(Object.fromEntries(described.entries.map(([key, value]) => [key, build(value)])));
      case 'promise':
        return new Promise((resolve, reject) => promises.set(described.id, { resolve, reject }));
      default:
        return described.value;
    }
  };

  const callIsolated = (id, args) => {
    answer = undefined;
    emit(':call', { id, args: args.map(describe) });
    if (answer === undefined) throw new Error('context bridge: no answer');
    if (answer.error) throw errorFrom(answer.error);
    return build(answer.value);
  };

  document.addEventListener(`${tag}:return`, (event) => {
    answer = event.detail;
  });
  document.addEventListener(`${tag}:settle`, ({ detail }) => {
    const promise = promises.get(detail.id);
    promises.delete(detail.id);
    if (detail.error) promise?.reject(errorFrom(detail.error));
    else promise?.resolve(build(detail.value));
  });
  document.addEventListener(`${tag}:callback`, ({ detail }) => functions.get(detail.id)?.(...detail.args.map(build)));
  document.addEventListener(`${tag}:expose`, ({ detail }) => {
    if (Object.hasOwn(window, detail.key)) return;
    Object.defineProperty(window, detail.key, { value: build(detail.api), enumerable: true, writable: false, configurable: false });
  });
}

module.exports = { mainWorld };
