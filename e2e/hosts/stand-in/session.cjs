'use strict';
const { EventEmitter } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { fileURLToPath } = require('node:url');

/** Schemes that the program announced or handles. */
const privileged = new Set();
/** @type {Map<string, (request: Request) => Response | Promise<Response>>} */
const handlers = new Map();

const protocol = {
  registerSchemesAsPrivileged(schemes) {
    for (const { scheme } of schemes) privileged.add(scheme);
  },
  handle: (scheme, handler) => handlers.set(scheme, handler),
  unhandle: (scheme) => handlers.delete(scheme),
  isProtocolHandled: (scheme) => handlers.has(scheme),
};

/** Chromium here knows no custom schemes: `app://host/x` travels as `http://host.app.stand-in.localhost/x`, a secure context too. */
function toChromium(url) {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url);
  if (match === null || !(privileged.has(match[1]) || handlers.has(match[1]))) return url;
  return `http://${match[2] || 'root'}.${match[1]}.stand-in.localhost${match[3] || '/'}`;
}

function fromChromium(url) {
  const match = /^http:\/\/([^/]+)\.([a-z0-9+-]+)\.stand-in\.localhost(.*)$/.exec(url);
  return match === null ? url : `${match[2]}://${match[1] === 'root' ? '' : match[1]}${match[3]}`;
}

/** The answer of the program's scheme handler; undefined for other URLs. */
async function answerScheme(url, { method, headers, postData }) {
  const handler = handlers.get(url.split(':')[0]);
  if (handler === undefined) return undefined;
  const request = new Request(url.replace(/^[a-z0-9+.-]+:\/\//, 'http://'), { method, headers, body: postData });
  // `Request` knows no custom schemes: the program sees the URL as it asked for it.
  const seen = new Proxy(request, {
    get(target, key) {
      if (key === 'url') return url;
      const value = target[key];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return handler(seen);
}

/** One session for all windows. `onBeforeRequest` really decides; the other hooks are accepted and do nothing. */
class Session extends EventEmitter {
  #beforeRequest;
  protocol = protocol;
  webRequest = {
    onBeforeRequest: (...args) => {
      this.#beforeRequest = args.at(-1);
    },
    onHeadersReceived: () => undefined,
    onBeforeSendHeaders: () => undefined,
    onCompleted: () => undefined,
  };

  setPermissionRequestHandler = () => undefined;
  setPermissionCheckHandler = () => undefined;
  setDevicePermissionHandler = () => undefined;
  setSpellCheckerEnabled = () => undefined;
  clearStorageData = async () => undefined;
  clearCache = async () => undefined;

  isCancelled(url) {
    let cancelled = false;
    this.#beforeRequest?.({ url }, (answer) => {
      cancelled = answer.cancel === true;
    });
    return cancelled;
  }
}

const defaultSession = new Session();
const session = { defaultSession, fromPartition: () => defaultSession };

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

const net = {
  isOnline: () => true,
  async fetch(input, options) {
    const url = typeof input === 'string' ? input : input.url;
    if (!url.startsWith('file:')) return fetch(input, options);
    const file = fileURLToPath(url);
    return new Response(await fs.promises.readFile(file), {
      headers: { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' },
    });
  },
};

module.exports = { protocol, session, net, defaultSession, toChromium, fromChromium, answerScheme };
