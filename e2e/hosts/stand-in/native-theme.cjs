'use strict';
const { EventEmitter } = require('node:events');
const { state } = require('./state.cjs');

class NativeTheme extends EventEmitter {
  #source = 'system';

  get themeSource() {
    return this.#source;
  }

  set themeSource(source) {
    this.#source = source;
    for (const contents of state.contents.values()) contents.emulateTheme();
    this.emit('updated');
  }

  get shouldUseDarkColors() {
    return this.#source === 'dark';
  }

  /** The media features that Chromium is told to emulate. */
  get mediaFeatures() {
    return this.#source === 'system' ? [] : [{ name: 'prefers-color-scheme', value: this.#source }];
  }
}

module.exports = { nativeTheme: new NativeTheme() };
