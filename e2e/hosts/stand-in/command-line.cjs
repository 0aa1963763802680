'use strict';
const fs = require('node:fs');
const path = require('node:path');

/**
 * Reads Electron's command line: `-r MODULE`, switches, the program's folder or file, then the program's own arguments. Leaves
 * `process.argv` as Electron shows it: without the script of this host.
 */
function readCommandLine() {
  process.argv.splice(1, 1);
  const argv = process.argv.slice(1);
  const preload = argv.indexOf('-r');
  const debugging = argv.findIndex((argument) => argument.startsWith('--remote-debugging-port'));
  const rest = debugging < 0 ? argv : argv.slice(debugging + 1);
  const given = rest.find((argument, index) => !argument.startsWith('-') && rest[index - 1] !== '-r') ?? '.';
  const program = path.resolve(given);
  const isFolder = fs.statSync(program).isDirectory();
  const manifest = isFolder ? JSON.parse(fs.readFileSync(path.join(program, 'package.json'), 'utf8')) : {};
  return {
    argv,
    preloadModules: preload < 0 ? [] : [argv[preload + 1]],
    root: isFolder ? program : path.dirname(program),
    main: isFolder ? path.join(program, manifest.main ?? 'index.js') : program,
    manifest,
    /** Value of a switch: '' without one, undefined when it was not given. */
    switchValue(name) {
      const found = argv.find((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`));
      return found === undefined ? undefined : (found.split('=')[1] ?? '');
    },
  };
}

module.exports = { readCommandLine };
