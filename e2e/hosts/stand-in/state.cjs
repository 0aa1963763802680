'use strict';

/** What the parts of the host share. */
const state = {
  /** From `readCommandLine`. */
  commandLine: undefined,
  /** @type {'starting' | 'ready' | 'quitting' | 'exiting'} */
  phase: 'starting',
  /** @type {Set<import('./browser-window.cjs').BrowserWindow>} */
  windows: new Set(),
  /** @type {Map<number, import('./web-contents.cjs').WebContents>} */
  contents: new Map(),
  focused: null,
  /** Chromium switches that the program appended. */
  switches: new Map(),
  /** Every act that would leave the process in Electron (notifications, dialogs, badges, opened links): tests read it. */
  log: [],
};
globalThis.__standInLog = state.log;

/** Notes an act with an effect outside the process. */
function record(kind, detail) {
  state.log.push({ kind, detail });
}

/** An event object whose default can be prevented. */
function makeEvent(extra = {}) {
  const event = {
    ...extra,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  return event;
}

module.exports = { state, record, makeEvent };
