'use strict';
// The module `electron`, as far as the program uses it.
const { app } = require('./app.cjs');
const { BrowserWindow } = require('./browser-window.cjs');
const { ipcMain } = require('./ipc-main.cjs');
const { webContents } = require('./web-contents.cjs');
const { net, protocol, session } = require('./session.cjs');
const { nativeTheme } = require('./native-theme.cjs');
const {
  clipboard,
  dialog,
  Menu,
  MenuItem,
  nativeImage,
  Notification,
  powerMonitor,
  safeStorage,
  screen,
  shell,
  Tray,
} = require('./os-shell.cjs');

module.exports = {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  webContents,
};
