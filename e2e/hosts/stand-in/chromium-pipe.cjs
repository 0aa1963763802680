'use strict';
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const { state } = require('./state.cjs');

/** Chromium's own process, and the protocol over its pipe (descriptors 3 and 4). Playwright uses the port beside it. */
let chromium;
let lastId = 0;
/** @type {Map<number, {resolve: Function, reject: Function, method: string}>} */
const waiting = new Map();
/** Receives the events of a session: session id → (method, params) => void */
const sessions = new Map();
/** Receives events without a session. */
const browserListeners = new Set();

/** `profile` is Chromium's own folder; `onEnd` hears of an end that nobody asked for. */
function launchChromium(profile, onEnd) {
  fs.mkdirSync(profile, { recursive: true });
  chromium = spawn(process.env.STAND_IN_CHROMIUM || '/usr/bin/chromium', argumentsOf(profile), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  passOnDevToolsLine(chromium.stderr);
  chromium.on('exit', (code) => {
    if (state.phase === 'exiting') return;
    process.stderr.write(`chromium exited ${code}\n`);
    onEnd();
  });
  chromium.stdio[3].on('error', () => undefined);
  readMessages(chromium.stdio[4]);
}

function argumentsOf(profile) {
  const port = state.commandLine.switchValue('remote-debugging-port');
  const isUnsandboxed = process.getuid?.() === 0 || state.commandLine.switchValue('no-sandbox') !== undefined;
  return [
    ...(process.env.STAND_IN_HEADED ? [] : ['--headless=new']),
    '--no-startup-window',
    '--allow-file-access-from-files',
    '--remote-debugging-pipe',
    ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--password-store=basic',
    ...(isUnsandboxed ? ['--no-sandbox'] : []),
    ...[...state.switches].map(([name, value]) => (value ? `--${name}=${value}` : `--${name}`)),
  ];
}

/** Playwright waits for this line on the executable's stderr. */
function passOnDevToolsLine(stderr) {
  let text = '';
  stderr.on('data', (chunk) => {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop();
    for (const line of lines) if (/^DevTools listening on/.test(line) || process.env.STAND_IN_VERBOSE) process.stderr.write(`${line}\n`);
  });
}

/** Messages are JSON texts that end in a zero byte. */
function readMessages(stream) {
  let parts = [];
  stream.on('data', (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      parts.push(chunk.subarray(start, end));
      onMessage(JSON.parse(Buffer.concat(parts).toString()));
      parts = [];
      start = end + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  });
}

function onMessage(message) {
  if (message.id !== undefined) {
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) call?.reject(new Error(`${call.method}: ${message.error.message}`));
    else call?.resolve(message.result);
  } else if (message.sessionId) {
    sessions.get(message.sessionId)?.(message.method, message.params);
  } else {
    for (const listener of browserListeners) listener(message.method, message.params);
  }
}

/** One command to the browser, or to the page of `sessionId`. */
function sendBrowser(method, params = {}, sessionId = undefined) {
  return new Promise((resolve, reject) => {
    if (chromium === undefined || state.phase === 'exiting') return reject(new Error('there is no browser'));
    lastId += 1;
    waiting.set(lastId, { resolve, reject, method });
    chromium.stdio[3].write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
  });
}

/** Closes the browser and waits for its end, by force after three seconds. */
async function closeChromium() {
  if (chromium === undefined || chromium.exitCode !== null) return;
  const gone = new Promise((resolve) => chromium.once('exit', resolve));
  lastId += 1;
  chromium.stdio[3].write(`${JSON.stringify({ id: lastId, method: 'Browser.close' })}\0`);
  const timer = setTimeout(() => chromium.kill('SIGKILL'), 3000);
  await gone;
  clearTimeout(timer);
}

function endChromium() {
  chromium?.kill('SIGKILL');
}

const chromiumPid = () => chromium?.pid;

module.exports = { launchChromium, sendBrowser, sessions, browserListeners, closeChromium, endChromium, chromiumPid };
