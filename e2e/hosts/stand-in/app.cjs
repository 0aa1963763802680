'use strict';
const { EventEmitter } = require('node:events');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const { state, record, makeEvent } = require('./state.cjs');
const { closeChromium } = require('./chromium-pipe.cjs');

const { manifest, root, switchValue } = state.commandLine;
let resolveReady;
const ready = new Promise((resolve) => {
  resolveReady = resolve;
});
const paths = new Map();
let temporaryData;

/** `app`: life cycle, paths, single instance. What only an OS shell can do is recorded. */
class App extends EventEmitter {
  name = manifest.productName ?? manifest.name ?? 'Electron';
  isPackaged = false;
  commandLine = {
    appendSwitch: (name, value) => state.switches.set(name, value),
    hasSwitch: (name) => state.switches.has(name) || switchValue(name) !== undefined,
    getSwitchValue: (name) => state.switches.get(name) ?? switchValue(name) ?? '',
    appendArgument: () => undefined,
    removeSwitch: (name) => state.switches.delete(name),
  };

  getName = () => this.name;
  setName = (name) => {
    this.name = name;
  };
  getVersion = () => manifest.version ?? '0.0.0';
  getAppPath = () => root;
  getLocale = () => 'en-US';
  whenReady = () => ready;
  isReady = () => state.phase !== 'starting';
  enableSandbox = () => undefined;
  setAppUserModelId = () => undefined;
  setAboutPanelOptions = () => undefined;
  setLoginItemSettings = (settings) => record('login-item', settings);
  getLoginItemSettings = () => ({ openAtLogin: false });
  focus = () => undefined;
  setBadgeCount = (count) => {
    record('badge', count);
    return true;
  };

  setPath(name, value) {
    paths.set(name, value);
  }

  getPath(name) {
    const set = paths.get(name);
    if (set !== undefined) return set;
    switch (name) {
      case 'userData':
        return this.#userData();
      case 'sessionData':
        return this.getPath('userData');
      case 'home':
        return os.homedir();
      case 'temp':
        return os.tmpdir();
      case 'appData':
        return process.env.XDG_CONFIG_HOME ?? path.join(os.homedir(), '.config');
      case 'logs':
        return path.join(this.getPath('userData'), 'logs');
      case 'exe':
        return process.execPath;
      case 'downloads':
        return path.join(os.homedir(), 'Downloads');
      default:
        throw new Error(`Failed to get '${name}' path`);
    }
  }

  #userData() {
    const given = switchValue('user-data-dir');
    if (given) return given;
    temporaryData ??= fs.mkdtempSync(path.join(os.tmpdir(), 'stand-in-'));
    return temporaryData;
  }

  /** In Electron's order: before-quit, windows close, will-quit, quit; each may prevent it. */
  quit() {
    if (state.phase === 'quitting' || state.phase === 'exiting') return;
    if (this.#isPrevented('before-quit')) return;
    state.phase = 'quitting';
    for (const window of [...state.windows]) window.close();
    if (state.windows.size > 0 || this.#isPrevented('will-quit')) {
      state.phase = 'ready';
      return;
    }
    this.emit('quit', makeEvent(), 0);
    void this.#end(0);
  }

  #isPrevented(name) {
    const event = makeEvent();
    this.emit(name, event);
    return event.defaultPrevented;
  }

  exit(code = 0) {
    if (state.phase === 'exiting') return;
    for (const window of [...state.windows]) window.destroy();
    this.emit('quit', makeEvent(), code);
    void this.#end(code);
  }

  async #end(code) {
    const closed = closeChromium();
    state.phase = 'exiting';
    await Promise.all([closed, this.#told]);
    if (temporaryData !== undefined) fs.rmSync(temporaryData, { recursive: true, force: true, maxRetries: 3 });
    process.exit(code);
  }

  /** Settled when the first instance was told about this one. */
  #told;

  /** A socket in the data folder tells the first instance about a second one. */
  requestSingleInstanceLock(additionalData) {
    const folder = this.getPath('userData');
    fs.mkdirSync(folder, { recursive: true });
    const lock = path.join(folder, 'stand-in.pid');
    const socket = path.join(folder, 'stand-in.sock');
    if (isOtherAlive(lock)) {
      const client = net.connect(socket, () => client.end(JSON.stringify({ argv: process.argv, cwd: process.cwd(), additionalData })));
      client.on('error', () => undefined);
      // Electron tells the first instance before it answers: an exit that follows waits for that.
      this.#told = new Promise((resolve) => client.on('close', resolve));
      return false;
    }
    fs.writeFileSync(lock, String(process.pid));
    fs.rmSync(socket, { force: true });
    this.#listenForOthers(socket);
    return true;
  }

  #listenForOthers(socket) {
    const server = net.createServer((connection) => {
      let text = '';
      connection.on('data', (chunk) => {
        text += chunk;
      });
      connection.on('end', () => {
        const { argv, cwd, additionalData } = JSON.parse(text);
        this.emit('second-instance', makeEvent(), argv, cwd, additionalData);
      });
    });
    server.listen(socket).unref();
  }

  hasSingleInstanceLock = () => true;
  releaseSingleInstanceLock = () => undefined;
}

function isOtherAlive(lock) {
  try {
    const pid = Number(fs.readFileSync(lock, 'utf8'));
    if (pid === process.pid) return false;
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const app = new App();

/** Chromium answers: windows may open. */
function markReady() {
  state.phase = 'ready';
  app.emit('will-finish-launching');
  app.emit('ready', {}, {});
  resolveReady();
}

module.exports = { app, markReady, ready };
