'use strict';
const crypto = require('node:crypto');
const fs = require('node:fs');
const { state, makeEvent } = require('./state.cjs');
const { ipcMain } = require('./ipc-main.cjs');
const { makeCodec } = require('./clone-codec.cjs');
const { mainWorld } = require('./main-world.cjs');
const { isolatedWorld } = require('./isolated-world.cjs');

/** As Electron names the world in which preload scripts run. */
const WORLD = 'Electron Isolated Context';
const BINDING = '__standIn';

const codec = makeCodec({
  toBase64: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  fromBase64: (text) => new Uint8Array(Buffer.from(text, 'base64')),
});

/** Messages between the program and one page: `ipcMain` here, the preload's `ipcRenderer` there, values cloned on the way. */
class PageBridge {
  #contents;
  #preferences;
  /** Execution context of the isolated world; 0 while the page has none. */
  #context = 0;
  #queue = [];
  #syncMessage;
  frameId;

  constructor(contents, preferences) {
    this.#contents = contents;
    this.#preferences = { contextIsolation: true, sandbox: true, ...preferences };
  }

  /** Puts both worlds' runtimes, and the preload script, into every document of the page. */
  async install() {
    const tag = `stand-in-${crypto.randomBytes(8).toString('hex')}`;
    const { preload, additionalArguments = [] } = this.#preferences;
    const script = preload === undefined ? '' : fs.readFileSync(preload, 'utf8');
    const info = { platform: process.platform, versions: { ...process.versions }, argv: additionalArguments };
    const isolated = `(${isolatedWorld})(${JSON.stringify(tag)}, (${makeCodec})(), function (require, module, exports, process) {${script}\n}, ${JSON.stringify(info)}, '${BINDING}')`;
    await Promise.all([
      this.#contents.sendPage('Debugger.enable', { maxScriptsCacheSize: 0 }),
      this.#contents.sendPage('Runtime.addBinding', { name: BINDING, executionContextName: WORLD }),
      this.#contents.sendPage('Page.addScriptToEvaluateOnNewDocument', { source: `(${mainWorld})(${JSON.stringify(tag)})` }),
      this.#contents.sendPage('Page.addScriptToEvaluateOnNewDocument', { source: isolated, worldName: WORLD }),
    ]);
  }

  /** True when the event was about the bridge. */
  async onPageEvent(method, params) {
    switch (method) {
      case 'Runtime.bindingCalled':
        if (params.name === BINDING) await this.#onMessage(JSON.parse(params.payload));
        return true;
      case 'Runtime.executionContextCreated':
        if (params.context.name === WORLD && params.context.auxData?.frameId === this.frameId) {
          this.#context = params.context.id;
          this.#flush();
        }
        return true;
      case 'Runtime.executionContextDestroyed':
        if (params.executionContextId === this.#context) this.#context = 0;
        return true;
      case 'Runtime.executionContextsCleared':
        this.#context = 0;
        this.#queue = [];
        return true;
      case 'Debugger.paused':
        await this.#onPaused(params);
        return true;
      default:
        return false;
    }
  }

  /** To the page. A value that can not be cloned is the sender's error, as in Electron. */
  send(channel, args) {
    let encoded;
    try {
      encoded = codec.encode(args);
    } catch {
      throw new Error('Failed to serialize arguments');
    }
    this.#post({ kind: 'message', channel, args: encoded });
  }

  #event() {
    const contents = this.#contents;
    return makeEvent({
      sender: contents,
      senderFrame: contents.mainFrame,
      frameId: 1,
      processId: 1,
      ports: [],
      type: 'frame',
      reply: (channel, ...args) => contents.send(channel, ...args),
    });
  }

  async #onMessage(message) {
    switch (message.kind) {
      case 'preload-error':
        this.#contents.emit('preload-error', makeEvent(), this.#preferences.preload, new Error(message.message));
        process.stderr.write(`preload: ${message.message}\n`);
        return;
      case 'sync':
        this.#syncMessage = message;
        return;
      case 'send':
        ipcMain.emit(message.channel, this.#event(), ...codec.decode(message.args));
        return;
      case 'invoke':
        await this.#onInvoke(message);
    }
  }

  async #onInvoke({ id, channel, args }) {
    const context = this.#context;
    const reply = (answer) => {
      if (context === this.#context) this.#post({ kind: 'answer', id, ...answer });
    };
    const refuse = (reason) => reply({ error: `Error invoking remote method '${channel}': ${reason}` });
    const handler = ipcMain.handlerOf(channel);
    if (handler === undefined) return refuse(`Error: No handler registered for '${channel}'`);
    let value;
    try {
      value = await handler(this.#event(), ...codec.decode(args));
    } catch (error) {
      return refuse(error instanceof Error ? error.toString() : String(error));
    }
    try {
      reply({ value: codec.encode(value) });
    } catch {
      refuse('Error: An object could not be cloned.');
    }
  }

  /** `sendSync`: the page waits on a `debugger` statement until the answer was written into its frame. */
  async #onPaused({ callFrames }) {
    const message = this.#syncMessage;
    this.#syncMessage = undefined;
    if (message !== undefined) {
      const event = Object.assign(this.#event(), { returnValue: undefined });
      ipcMain.emit(message.channel, event, ...codec.decode(message.args));
      const expression = `answer = ${JSON.stringify(codec.encode(event.returnValue))}`;
      await this.#contents.sendPage('Debugger.evaluateOnCallFrame', { callFrameId: callFrames[0]?.callFrameId, expression });
    }
    await this.#contents.sendPage('Debugger.resume');
  }

  /** Messages of one tick travel together. */
  #post(message) {
    this.#queue.push(JSON.stringify(message));
    if (this.#queue.length === 1) setImmediate(() => this.#flush());
  }

  #flush() {
    if (this.#queue.length === 0 || this.#context === 0 || state.phase === 'exiting') return;
    const batch = `[${this.#queue.join(',')}]`;
    this.#queue = [];
    const functionDeclaration = 'function (batch) { __standInReceive(batch) }';
    this.#contents
      .sendPage('Runtime.callFunctionOn', {
        functionDeclaration,
        executionContextId: this.#context,
        arguments: [{ value: batch }],
        silent: true,
      })
      .catch(() => undefined);
  }
}

module.exports = { PageBridge };
