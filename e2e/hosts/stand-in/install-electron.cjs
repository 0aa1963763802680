'use strict';
const Module = require('node:module');
const { state } = require('./state.cjs');

const NAMES = /^electron(\/main|\/common)?$/;

/** Makes `electron` resolve to the stand-in: for CommonJS, for the inspector's `require`, and for ES modules. */
function installElectron() {
  const electron = require('./electron-api.cjs');
  globalThis.__standInElectron = electron;
  process.versions.electron ??= process.env.STAND_IN_ELECTRON_VERSION ?? '45.5.0';
  process.type = 'browser';
  process.resourcesPath ??= state.commandLine.root;
  process.defaultApp = true;

  const load = Module._load;
  Module._load = function (request, ...rest) {
    return NAMES.test(request) ? electron : load.call(this, request, ...rest);
  };
  const exports = Object.keys(electron).map((name) => `export const ${name} = electron.${name};`);
  const source = `const electron = globalThis.__standInElectron; export default electron; ${exports.join(' ')}`;
  Module.registerHooks({
    resolve: (specifier, context, next) =>
      NAMES.test(specifier) ? { url: 'stand-in:electron', shortCircuit: true } : next(specifier, context),
    load: (url, context, next) => (url === 'stand-in:electron' ? { format: 'module', shortCircuit: true, source } : next(url, context)),
  });
}

module.exports = { installElectron };
