'use strict';
// The stand-in host: Electron's main-process API in Node, its windows in a real Chromium over the DevTools protocol. It lets Playwright's
// own `_electron.launch` drive the built main, preload and renderer bundles where the Electron binary can not be had. Tests only.
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { readCommandLine } = require('./command-line.cjs');

const commandLine = readCommandLine();
const { state, record } = require('./state.cjs');
state.commandLine = commandLine;

const { app, markReady } = require('./app.cjs');
const { launchChromium, sendBrowser, endChromium } = require('./chromium-pipe.cjs');
const { installElectron } = require('./install-electron.cjs');

installElectron();

for (const signal of ['SIGINT', 'SIGTERM']) {
  // As in Electron: the program's own handlers come first, the default is to quit.
  process.on(signal, () => process.listenerCount(signal) === 1 && app.quit());
}
process.on('exit', endChromium);
process.on('uncaughtException', (error) => {
  process.stderr.write(`Uncaught Exception: ${error?.stack ?? error}\n`);
  record('uncaught', String(error?.stack ?? error));
});
process.on('unhandledRejection', (error) => process.stderr.write(`(unhandled rejection) ${error?.stack ?? error}\n`));

for (const script of commandLine.preloadModules) require(script);
import(pathToFileURL(commandLine.main).href).catch((error) => {
  process.stderr.write(`App threw an error during load\n${error?.stack ?? error}\n`);
  app.exit(1);
});

setImmediate(async () => {
  launchChromium(path.join(app.getPath('userData'), 'Chromium'), () => app.exit(1));
  await sendBrowser('Browser.getVersion');
  await sendBrowser('Target.setDiscoverTargets', { discover: true });
  markReady();
});
