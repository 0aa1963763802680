#!/usr/bin/env node
// The one entry of the program (docs: design 4.1). No static imports and no new syntax here: an old Node must be able to read this
// file, so that it can hand over to the Node that the `node` package brings.

const NEEDED = [22, 13];

/** True when this process runs on a Node that the program supports. */
function isSupported(version) {
  const parts = version.split('.').map(Number);
  return parts[0] > NEEDED[0] || (parts[0] === NEEDED[0] && parts[1] >= NEEDED[1]);
}

/** The path of the `node` package's binary, from this file's folder upwards; undefined when it is not installed. */
async function bundledNode() {
  const fs = await import('fs');
  const path = await import('path');
  const url = await import('url');
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  let folder = path.dirname(fs.realpathSync(url.fileURLToPath(import.meta.url)));
  for (;;) {
    const candidate = path.join(folder, 'node_modules', 'node', 'bin', name);
    if (fs.existsSync(candidate)) return candidate;
    const parent = path.dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}

/** Runs this file again under `binary`, with the same arguments, streams, signals and exit code. */
async function runAgain(binary) {
  const childProcess = await import('child_process');
  const child = childProcess.spawn(binary, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // Ctrl+C in a terminal reaches the child by itself: passing it on would count as a second one.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)));
  }
  child.on('error', (error) => {
    process.stderr.write('signalbox: ' + binary + ' does not start: ' + error.message + '\n');
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code === null ? (signal === 'SIGINT' ? 130 : 1) : code;
  });
}

async function start() {
  const module = await import('node:module');
  if (module.enableCompileCache) module.enableCompileCache();
  const build = await import('./scripts/ensure-build.mjs');
  if (!(await build.ensureBuild(import.meta.dirname))) {
    process.exitCode = 1;
    return;
  }
  const cli = await import('./out/main/cli.js');
  await cli.main(process.argv.slice(2), import.meta.dirname);
}

async function enter() {
  if (isSupported(process.versions.node)) return start();
  const binary = await bundledNode();
  if (binary !== undefined) return runAgain(binary);
  process.stderr.write(
    'signalbox: needs Node ' +
      NEEDED.join('.') +
      ' or newer (this is ' +
      process.versions.node +
      '); install it, or run `npm install` here to get one\n',
  );
  process.exitCode = 1;
}

enter().catch((error) => {
  process.stderr.write('signalbox: ' + ((error && error.stack) || error) + '\n');
  process.exitCode = 1;
});
