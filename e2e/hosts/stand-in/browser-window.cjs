'use strict';
const { EventEmitter } = require('node:events');
const { state, record, makeEvent } = require('./state.cjs');
const { sendBrowser } = require('./chromium-pipe.cjs');
const { app } = require('./app.cjs');
const { WebContents } = require('./web-contents.cjs');

let lastId = 0;

/** A window: a Chromium page plus a model of what the OS would keep (shown, minimised, bounds, title). */
class BrowserWindow extends EventEmitter {
  #bounds;
  #title;
  #shown = { visible: false, minimized: false, maximized: false, fullScreen: false };
  #isDestroyed = false;

  constructor(options = {}) {
    super();
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    lastId += 1;
    this.id = lastId;
    this.#title = options.title ?? app.name;
    this.#bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 };
    state.windows.add(this);
    this.webContents = new WebContents(this, options.webPreferences ?? {});
    if (options.show !== false) this.show();
    app.emit('browser-window-created', makeEvent(), this);
  }

  static getAllWindows = () => [...state.windows];
  static fromId = (id) => [...state.windows].find((window) => window.id === id) ?? null;
  static fromWebContents = (contents) => contents?.ownerWindow ?? null;
  static getFocusedWindow = () => state.focused;

  loadURL = (url) => this.webContents.loadURL(url);
  loadFile = (file, options) => this.webContents.loadFile(file, options);
  reload = () => this.webContents.reload();

  show() {
    this.#shown = { ...this.#shown, visible: true, minimized: false };
    this.emit('show');
    this.focus();
  }

  hide() {
    this.#shown = { ...this.#shown, visible: false };
    this.emit('hide');
    this.blur();
  }

  focus() {
    state.focused = this;
    void this.webContents.ready.then(() => this.webContents.sendPage('Page.bringToFront')).catch(() => undefined);
    this.emit('focus');
    app.emit('browser-window-focus', makeEvent(), this);
  }

  blur() {
    if (state.focused === this) state.focused = null;
    this.emit('blur');
  }

  minimize() {
    this.#shown = { ...this.#shown, minimized: true };
    this.emit('minimize');
  }

  restore() {
    this.#shown = { ...this.#shown, minimized: false };
    this.emit('restore');
  }

  maximize() {
    this.#shown = { ...this.#shown, maximized: true };
    this.emit('maximize');
  }

  unmaximize() {
    this.#shown = { ...this.#shown, maximized: false };
    this.emit('unmaximize');
  }

  isVisible = () => this.#shown.visible;
  isMinimized = () => this.#shown.minimized;
  isMaximized = () => this.#shown.maximized;
  isFullScreen = () => this.#shown.fullScreen;
  isFocused = () => state.focused === this;
  isDestroyed = () => this.#isDestroyed;

  getBounds = () => ({ ...this.#bounds });
  getNormalBounds = () => ({ ...this.#bounds });
  getSize = () => [this.#bounds.width, this.#bounds.height];
  getPosition = () => [this.#bounds.x, this.#bounds.y];
  setSize = (width, height) => this.setBounds({ width, height });

  setBounds(bounds) {
    this.#bounds = { ...this.#bounds, ...bounds };
    const { x: left, y: top, width, height } = this.#bounds;
    const move = async () => {
      await this.webContents.ready;
      const { windowId } = await sendBrowser('Browser.getWindowForTarget', { targetId: this.webContents.targetId });
      await sendBrowser('Browser.setWindowBounds', { windowId, bounds: { left, top, width, height } });
    };
    move().catch(() => undefined);
    this.emit('resize');
    this.emit('resized');
  }

  getTitle = () => this.#title;
  setTitle = (title) => {
    this.#title = title;
  };

  setIcon = () => undefined;
  setMenu = () => undefined;
  removeMenu = () => undefined;
  setMenuBarVisibility = () => undefined;
  setOverlayIcon = () => undefined;
  flashFrame = (flag) => record('flash', flag);
  setProgressBar = (progress) => record('progress', progress);

  close() {
    if (this.#isDestroyed) return;
    const event = makeEvent();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy() {
    if (this.#isDestroyed) return;
    const contents = this.webContents;
    contents.ready.then(() => sendBrowser('Target.closeTarget', { targetId: contents.targetId })).catch(() => undefined);
    this.onGone();
  }

  /** The page is gone, whoever closed it. */
  onGone() {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    state.windows.delete(this);
    if (state.focused === this) state.focused = null;
    this.webContents.onGone();
    this.emit('closed');
    if (state.windows.size > 0 || state.phase !== 'ready') return;
    if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed');
    else app.quit();
  }
}

module.exports = { BrowserWindow };
