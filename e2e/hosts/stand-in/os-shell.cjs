'use strict';
// What only an OS shell can do is modelled and recorded, never drawn: tests read `globalThis.__standInLog`.
const { EventEmitter } = require('node:events');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { state, record, makeEvent } = require('./state.cjs');
const { app } = require('./app.cjs');

const dialog = {
  async showOpenDialog(...args) {
    record('dialog.open', args.at(-1));
    return { canceled: true, filePaths: [] };
  },
  async showSaveDialog(...args) {
    record('dialog.save', args.at(-1));
    return { canceled: true, filePath: '' };
  },
  async showMessageBox(...args) {
    const options = args.at(-1);
    record('dialog.message', options);
    return { response: options.cancelId ?? options.defaultId ?? 0, checkboxChecked: false };
  },
  showErrorBox: (title, content) => record('dialog.error', { title, content }),
};

class Notification extends EventEmitter {
  static isSupported = () => true;

  constructor(options = {}) {
    super();
    Object.assign(this, options);
    this.options = options;
  }

  show() {
    record('notification', this);
    this.emit('show', makeEvent());
  }

  close() {
    this.emit('close', makeEvent());
  }
}

class MenuItem {
  constructor(options) {
    Object.assign(
      this,
      {
        enabled: true,
        visible: true,
        checked: false,
        type: options.submenu ? 'submenu' : 'normal',
        label: options.label ?? options.role ?? '',
      },
      options,
    );
    if (Array.isArray(options.submenu)) this.submenu = Menu.buildFromTemplate(options.submenu);
    this.click = (event, window) => {
      if (!this.enabled) return;
      if (this.type === 'checkbox') this.checked = !this.checked;
      if (options.role === 'quit') app.quit();
      else options.click?.(this, window ?? state.focused, event ?? {});
    };
  }
}

class Menu extends EventEmitter {
  static #application = null;
  static buildFromTemplate(template) {
    const menu = new Menu();
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    return menu;
  }
  static setApplicationMenu(menu) {
    Menu.#application = menu;
  }
  static getApplicationMenu = () => Menu.#application;

  items = [];

  append(item) {
    this.items.push(item);
  }

  popup() {
    record('menu.popup', this);
  }

  getMenuItemById(id) {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
}

class Tray extends EventEmitter {
  constructor(image) {
    super();
    this.image = image;
    record('tray', this);
  }
  setImage(image) {
    this.image = image;
  }
  setToolTip(toolTip) {
    this.toolTip = toolTip;
  }
  setContextMenu(menu) {
    this.menu = menu;
  }
  setTitle(title) {
    this.title = title;
  }
  destroy() {
    record('tray.destroy', this);
  }
}

const shell = {
  openExternal: async (url) => record('shell.openExternal', url),
  showItemInFolder: (file) => record('shell.showItemInFolder', file),
  openPath: async (file) => {
    record('shell.openPath', file);
    return '';
  },
};

let clipboardText = '';
const clipboard = {
  writeText(text) {
    clipboardText = String(text);
    record('clipboard', clipboardText);
  },
  readText: () => clipboardText,
};

/** AES with a key file: it proves the calls, not the OS keychain behind Electron's. */
const safeStorage = {
  isEncryptionAvailable: () => app.isReady(),
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptString(text) {
    const iv = crypto.randomBytes(12);
    const cipher = crypto.createCipheriv('aes-256-gcm', storageKey(), iv);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]);
  },
  decryptString(bytes) {
    const decipher = crypto.createDecipheriv('aes-256-gcm', storageKey(), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  },
};

function storageKey() {
  const file = path.join(app.getPath('userData'), 'stand-in.key');
  if (!fs.existsSync(file)) fs.writeFileSync(file, crypto.randomBytes(32), { mode: 0o600 });
  return fs.readFileSync(file);
}

const imageOf = (bytes) => ({
  toPNG: () => bytes,
  isEmpty: () => bytes.length === 0,
  getSize: () => (bytes.length > 24 ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : { width: 0, height: 0 }),
  resize: () => imageOf(bytes),
  setTemplateImage: () => undefined,
});

const nativeImage = {
  createEmpty: () => imageOf(Buffer.alloc(0)),
  createFromBuffer: imageOf,
  createFromPath: (file) => imageOf(fs.existsSync(file) ? fs.readFileSync(file) : Buffer.alloc(0)),
};

const area = { x: 0, y: 0, width: 1920, height: 1080 };
const display = { id: 1, bounds: area, workArea: area, size: area, workAreaSize: area, scaleFactor: 1, rotation: 0 };
const screen = Object.assign(new EventEmitter(), {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display],
  getDisplayMatching: () => display,
});

const powerMonitor = Object.assign(new EventEmitter(), {
  getSystemIdleTime: () => 0,
  getSystemIdleState: () => 'active',
  onBatteryPower: false,
});

module.exports = { clipboard, dialog, Menu, MenuItem, nativeImage, Notification, powerMonitor, safeStorage, screen, shell, Tray };
