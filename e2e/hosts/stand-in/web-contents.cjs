'use strict';
const { EventEmitter } = require('node:events');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { state, record, makeEvent } = require('./state.cjs');
const { sendBrowser, sessions, browserListeners, chromiumPid } = require('./chromium-pipe.cjs');
const { app, ready } = require('./app.cjs');
const { PageBridge } = require('./page-bridge.cjs');
const { answerScheme, defaultSession, fromChromium, toChromium } = require('./session.cjs');
const { nativeTheme } = require('./native-theme.cjs');
const { nativeImage } = require('./os-shell.cjs');

let lastId = 0;

/** One page. Its events come from Chromium; its messages pass through the bridge. */
class WebContents extends EventEmitter {
  session = defaultSession;
  #bridge;
  #sessionId;
  #url = '';
  #frameId;
  #isLoading = false;
  #wasShown = false;
  #isDestroyed = false;
  #requestedUrl;
  #onLoaded = () => undefined;
  #windowOpenHandler;
  #popupDecision;

  constructor(window, preferences) {
    super();
    lastId += 1;
    this.id = lastId;
    this.ownerWindow = window;
    const contents = this;
    this.mainFrame = {
      routingId: 1,
      processId: 1,
      parent: null,
      get url() {
        return contents.getURL();
      },
    };
    this.#bridge = new PageBridge(this, preferences);
    state.contents.set(this.id, this);
    this.ready = this.#open().catch((error) => {
      if (state.phase !== 'exiting') process.stderr.write(`stand-in window: ${error.stack}\n`);
    });
    app.emit('web-contents-created', makeEvent(), this);
  }

  /** One DevTools command to this page. */
  sendPage(method, params) {
    return sendBrowser(method, params, this.#sessionId);
  }

  async #open() {
    await ready;
    const { width, height } = this.ownerWindow.getBounds();
    const created = await sendBrowser('Target.createTarget', { url: 'about:blank', newWindow: true, width, height });
    this.targetId = created.targetId;
    this.#sessionId = (await sendBrowser('Target.attachToTarget', { targetId: this.targetId, flatten: true })).sessionId;
    sessions.set(this.#sessionId, (method, params) => void this.#onPageEvent(method, params));
    await Promise.all([
      this.sendPage('Page.enable'),
      this.sendPage('Runtime.enable'),
      this.sendPage('Inspector.enable'),
      this.#bridge.install(),
      this.sendPage('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      this.emulateTheme(),
    ]);
    this.#frameId = (await this.sendPage('Page.getFrameTree')).frameTree.frame.id;
    this.#bridge.frameId = this.#frameId;
  }

  emulateTheme() {
    return this.sendPage('Emulation.setEmulatedMedia', { features: nativeTheme.mediaFeatures }).catch(() => undefined);
  }

  async #onPageEvent(method, params) {
    if (await this.#bridge.onPageEvent(method, params)) return;
    const isOwnFrame = params.frameId === this.#frameId;
    switch (method) {
      case 'Page.frameNavigated':
        if (!params.frame.parentId) this.#onNavigated(params.frame.url + (params.frame.urlFragment ?? ''));
        return;
      case 'Page.navigatedWithinDocument':
        if (!isOwnFrame) return;
        this.#url = params.url;
        this.emit('did-navigate-in-page', makeEvent(), this.getURL(), true);
        return;
      case 'Page.frameStartedLoading':
        if (isOwnFrame) this.#isLoading = true;
        return;
      case 'Page.frameStoppedLoading':
        if (isOwnFrame) this.#isLoading = false;
        return;
      case 'Page.domContentEventFired':
        this.emit('dom-ready', makeEvent());
        return;
      case 'Page.loadEventFired':
        await this.#onLoad();
        return;
      case 'Page.frameRequestedNavigation':
        if (isOwnFrame && params.disposition === 'currentTab') this.#requestedUrl = params.url;
        return;
      case 'Page.windowOpen':
        this.#popupDecision = this.#windowOpenHandler?.({
          url: fromChromium(params.url),
          frameName: params.windowName,
          features: '',
          disposition: 'foreground-tab',
        });
        return;
      case 'Inspector.targetCrashed':
        this.emit('render-process-gone', makeEvent(), { reason: 'crashed', exitCode: 1 });
        return;
      case 'Runtime.consoleAPICalled':
        this.#onConsole(params);
        return;
      case 'Fetch.requestPaused':
        await this.#onRequest(params).catch(() =>
          this.sendPage('Fetch.failRequest', { requestId: params.requestId, errorReason: 'Failed' }).catch(() => undefined),
        );
    }
  }

  #onNavigated(url) {
    this.#url = url;
    this.emit('did-start-navigation', { ...makeEvent(), url: this.getURL(), isMainFrame: true, isSameDocument: false });
    this.emit('did-navigate', makeEvent(), this.getURL(), 200, 'OK');
  }

  async #onLoad() {
    this.#isLoading = false;
    this.#onLoaded();
    this.emit('did-finish-load');
    const title = await this.sendPage('Runtime.evaluate', { expression: 'document.title', returnByValue: true }).catch(() => undefined);
    if (title !== undefined && title.result.value !== this.ownerWindow.getTitle()) {
      const event = makeEvent();
      this.ownerWindow.emit('page-title-updated', event, title.result.value, true);
      if (!event.defaultPrevented) this.ownerWindow.setTitle(title.result.value);
    }
    if (this.#wasShown) return;
    this.#wasShown = true;
    this.ownerWindow.emit('ready-to-show');
  }

  #onConsole({ type, args }) {
    const message = args.map((argument) => argument.value ?? argument.description).join(' ');
    const level = type === 'error' ? 'error' : type === 'warning' ? 'warning' : 'info';
    this.emit('console-message', { level, message, lineNumber: 0, sourceId: '' });
    if (process.env.STAND_IN_CONSOLE) process.stderr.write(`[page] ${message}\n`);
  }

  /** Every request of the page: navigation guards, the session's filter, then the program's own schemes. */
  async #onRequest({ requestId, request, resourceType, frameId }) {
    const url = fromChromium(request.url);
    const abort = (errorReason) => this.sendPage('Fetch.failRequest', { requestId, errorReason });
    if (resourceType === 'Document' && frameId === this.#frameId && this.#isRefused(request.url)) return abort('Aborted');
    if (this.session.isCancelled(url)) return abort('BlockedByClient');
    const answer = url === request.url ? undefined : await answerScheme(url, request);
    if (answer === undefined) return this.sendPage('Fetch.continueRequest', { requestId });
    const responseHeaders = [...answer.headers].map(([name, value]) => ({ name, value }));
    const body = Buffer.from(await answer.arrayBuffer()).toString('base64');
    return this.sendPage('Fetch.fulfillRequest', { requestId, responseCode: answer.status, responseHeaders, body });
  }

  /** `will-navigate` is for what the page asked for, not for what the program loads. */
  #isRefused(url) {
    const withoutFragment = (text) => text?.split('#')[0];
    if (this.#requestedUrl === undefined || withoutFragment(this.#requestedUrl) !== withoutFragment(url)) return false;
    this.#requestedUrl = undefined;
    const event = makeEvent({ url: fromChromium(url), isMainFrame: true, isSameDocument: false });
    this.emit('will-navigate', event, event.url);
    return event.defaultPrevented;
  }

  /** A popup's page exists already when it is heard of: a denied one is closed. */
  onPopup(targetId) {
    const decision = this.#popupDecision;
    this.#popupDecision = undefined;
    if (decision === undefined || decision.action === 'deny') sendBrowser('Target.closeTarget', { targetId }).catch(() => undefined);
  }

  onGone() {
    this.#isDestroyed = true;
    state.contents.delete(this.id);
    this.emit('destroyed');
  }

  send(channel, ...args) {
    if (!this.#isDestroyed) this.#bridge.send(channel, args);
  }

  setWindowOpenHandler(handler) {
    this.#windowOpenHandler = handler;
  }

  async loadURL(url) {
    await this.ready;
    this.#isLoading = true;
    const loaded = new Promise((resolve) => {
      this.#onLoaded = resolve;
    });
    const { errorText } = await this.sendPage('Page.navigate', { url: toChromium(url) });
    if (errorText) {
      this.emit('did-fail-load', makeEvent(), -2, errorText, url, true);
      throw new Error(`${errorText} loading '${url}'`);
    }
    await loaded;
  }

  loadFile(file) {
    return this.loadURL(pathToFileURL(path.resolve(state.commandLine.root, file)).href);
  }

  async executeJavaScript(expression) {
    await this.ready;
    const answer = await this.sendPage('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true, userGesture: true });
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description ?? answer.exceptionDetails.text);
    return answer.result.value;
  }

  async capturePage() {
    await this.ready;
    const { data } = await this.sendPage('Page.captureScreenshot');
    return nativeImage.createFromBuffer(Buffer.from(data, 'base64'));
  }

  getURL = () => fromChromium(this.#url);
  getTitle = () => this.ownerWindow.getTitle();
  isDestroyed = () => this.#isDestroyed;
  isLoading = () => this.#isLoading;
  isFocused = () => state.focused === this.ownerWindow;
  getType = () => 'window';
  getOSProcessId = () => chromiumPid();
  reload = () => void this.sendPage('Page.reload').catch(() => undefined);
  close = () => this.ownerWindow.close();
  openDevTools = () => record('devtools', true);
  setZoomFactor = (factor) => void this.sendPage('Emulation.setPageScaleFactor', { pageScaleFactor: factor }).catch(() => undefined);
}

browserListeners.add((method, params) => {
  if (method === 'Target.targetDestroyed') {
    for (const window of state.windows) if (window.webContents.targetId === params.targetId) window.onGone();
  }
  if (method === 'Target.targetCreated' && params.targetInfo.openerId) {
    const opener = [...state.contents.values()].find((contents) => contents.targetId === params.targetInfo.openerId);
    opener?.onPopup(params.targetInfo.targetId);
  }
});

const webContents = {
  getAllWebContents: () => [...state.contents.values()],
  fromId: (id) => state.contents.get(id),
  getFocusedWebContents: () => state.focused?.webContents ?? null,
};

module.exports = { WebContents, webContents };
