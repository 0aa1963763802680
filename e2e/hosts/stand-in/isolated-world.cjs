'use strict';

/**
 * What a sandboxed preload script finds: `require('electron')` with `contextBridge` and `ipcRenderer`, and nothing else. Its SOURCE is
 * evaluated in the isolated world of the page, then runs the preload script.
 */
function isolatedWorld(tag, codec, preload, info, binding) {
  const post = globalThis[binding];
  delete globalThis[binding];
  const exposed = new Map();
  const listeners = new Map();
  const waiting = new Map();
  let nextExposed = 1;
  let nextInvoke = 1;
  let nextPromise = 1;

  const emit = (name, detail) => document.dispatchEvent(new CustomEvent(tag + name, { detail }));
  const isPlain = (value) => Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;
  const plainError = (error) => ({ message: String(error?.message ?? error), stack: error?.stack });

  const describe = (value) => {
    if (typeof value === 'function') {
      exposed.set(nextExposed, value);
      nextExposed += 1;
      return { type: 'function', id: nextExposed - 1 };
    }
    if (typeof value?.then === 'function') return describePromise(value);
    if (Array.isArray(value)) return { type: 'array', items: value.map(describe) };
    if (value && typeof value === 'object' && isPlain(value))
      return { type: 'object', entries: Object.keys(value).map((key) => [key, describe(value[key])]) };
    return { type: 'value', value: value && typeof value === 'object' ? structuredClone(value) : value };
  };

  const describePromise = (promise) => {
    const id = nextPromise;
    nextPromise += 1;
    promise.then(
      (value) => emit(':settle', { id, value: describe(value) }),
      (error) => emit(':settle', { id, error: plainError(error) }),
    );
    return { type: 'promise', id };
  };

  const build = (described) => {
    switch (described.type) {
      case 'function':
        return (...args) => void emit(':callback', { id: described.id, args: args.map(describe) });
      case 'array':
        return described.items.map(build);
      case 'object':
        return Object.fromEntries(described.entries.map(([key, value]) => [key, build(value)]));
      default:
        return described.value;
    }
  };

  document.addEventListener(`${tag}:call`, ({ detail }) => {
    try {
      emit(':return', { value: describe(exposed.get(detail.id)(...detail.args.map(build))) });
    } catch (error) {
      emit(':return', { error: plainError(error) });
    }
  });

  const listen = (channel, listener, isOnce) => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, isOnce }]);
    return ipcRenderer;
  };
  const unlisten = (channel, listener) => {
    const list = listeners.get(channel) ?? [];
    const index = list.findIndex((entry) => entry.listener === listener);
    if (index >= 0) listeners.set(channel, list.toSpliced(index, 1));
    return ipcRenderer;
  };

  const ipcRenderer = {
    on: (channel, listener) => listen(channel, listener, false),
    addListener: (channel, listener) => listen(channel, listener, false),
    once: (channel, listener) => listen(channel, listener, true),
    off: unlisten,
    removeListener: unlisten,
    removeAllListeners: (channel) => listeners.delete(channel),
    listenerCount: (channel) => (listeners.get(channel) ?? []).length,
    send: (channel, ...args) => post(JSON.stringify({ kind: 'send', channel, args: codec.encode(args) })),
    invoke(channel, ...args) {
      let encoded;
      try {
        encoded = codec.encode(args);
      } catch {
        return Promise.reject(new Error('An object could not be cloned.'));
      }
      const id = nextInvoke;
      nextInvoke += 1;
      post(JSON.stringify({ kind: 'invoke', id, channel, args: encoded }));
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
    sendSync(channel, ...args) {
      // biome-ignore lint: the host writes into `answer` while the page stands on the statement below
      let answer = null;
      post(JSON.stringify({ kind: 'sync', channel, args: codec.encode(args) }));
      debugger;
      return codec.decode(answer);
    },
  };

  const onMessage = ({ channel, args }) => {
    const values = codec.decode(args);
    for (const { listener, isOnce } of listeners.get(channel) ?? []) {
      if (isOnce) unlisten(channel, listener);
      try {
        listener({ sender: ipcRenderer, senderId: 0, ports: [] }, ...values);
      } catch (error) {
        setTimeout(() => {
          throw error;
        });
      }
    }
  };

  globalThis.__standInReceive = (batch) => {
    for (const message of JSON.parse(batch)) {
      if (message.kind === 'message') {
        onMessage(message);
        continue;
      }
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error !== undefined) call?.reject(new Error(message.error));
      else call?.resolve(codec.decode(message.value));
    }
  };

  const electron = {
    contextBridge: { exposeInMainWorld: (key, api) => emit(':expose', { key, api: describe(api) }) },
    ipcRenderer,
    webFrame: { setZoomFactor: () => undefined, getZoomFactor: () => 1 },
  };
  const require = (name) => {
    if (name === 'electron' || name === 'electron/renderer') return electron;
    throw new Error(`module not found: ${name}`);
  };
  const process = {
    platform: info.platform,
    versions: info.versions,
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    env: {},
    argv: info.argv,
  };
  const module = { exports: {} };
  try {
    preload(require, module, module.exports, process);
  } catch (error) {
    console.error('Unable to load preload script', error);
    post(JSON.stringify({ kind: 'preload-error', message: String(error?.stack ?? error) }));
  }
}

module.exports = { isolatedWorld };
