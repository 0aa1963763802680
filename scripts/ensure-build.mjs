// Builds the program when the built files are missing or older than their sources, so that `npm start` works in a fresh checkout.
// Everything is said on stderr: stdout belongs to the program (`serve --json`).
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const SOURCES = ['electron', 'renderer', 'shared', 'electron.vite.config.ts', 'package.json', 'tsconfig.json'];
const LOCK_WAIT_MS = 180_000;

/**
 * @param {string} root folder of the checkout or of the installed package
 * @returns {Promise<boolean>} true when `out/` may be used; false when the build failed (the reason was said)
 */
export async function ensureBuild(root) {
  if (!existsSync(join(root, 'electron.vite.config.ts'))) return true; // an installed package brings `out/` and no sources
  if (process.env.SIGNALBOX_NO_BUILD === '1' && existsSync(join(root, 'out/main/cli.js'))) return true;
  if (isFresh(root)) return true;
  const release = await takeLock(root);
  if (release === undefined) return false;
  try {
    return isFresh(root) || (await build(root));
  } finally {
    release();
  }
}

/** The stamp's time is the start of the last good build: a source changed while it ran makes the next start build again. */
const STAMP = '.built';
const stampOf = (root) => join(root, 'out', STAMP);

function isFresh(root) {
  if (!existsSync(join(root, 'out/main/cli.js')) || !existsSync(stampOf(root))) return false;
  const builtAt = statSync(stampOf(root)).mtimeMs;
  return SOURCES.every((name) => !isNewer(join(root, name), builtAt));
}

/** True when the file, or any source file in the folder, changed after `time`. Tests are not part of the build. */
function isNewer(path, time) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return false;
  if (!stat.isDirectory()) return stat.mtimeMs > time && !/\.test\.tsx?$/.test(path);
  return readdirSync(path).some((name) => isNewer(join(path, name), time));
}

/** Builds whatever the state of `out/`; false when it failed. */
export async function buildNow(root) {
  const release = await takeLock(root);
  if (release === undefined) return false;
  try {
    return await build(root);
  } finally {
    release();
  }
}

/** Builds and stamps; false when it failed. */
async function build(root) {
  const startedAt = new Date();
  process.stderr.write('signalbox: building (first start, or sources changed) …\n');
  const { spawn } = await import('node:child_process');
  const cli = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  if (!existsSync(cli)) {
    process.stderr.write('signalbox: can not build, dependencies are missing; run `npm ci` first\n');
    return false;
  }
  const staging = join(root, `out.${process.pid}`);
  const env = { ...process.env, SIGNALBOX_OUT: staging };
  const child = spawn(process.execPath, [cli, 'build', '--logLevel', 'warn'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  const collect = (chunk) => {
    output = (output + chunk).slice(-20_000);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const code = await new Promise((done) => {
    child.on('error', () => done(-1));
    child.on('close', done);
  });
  if (code !== 0) {
    rmSync(staging, { recursive: true, force: true });
    process.stderr.write(`${output}\nsignalbox: the build failed (exit ${code})\n`);
    return false;
  }
  writeFileSync(join(staging, STAMP), '');
  utimesSync(join(staging, STAMP), startedAt, startedAt);
  swap(staging, join(root, 'out'));
  process.stderr.write(`signalbox: built in ${((Date.now() - startedAt.getTime()) / 1000).toFixed(1)} s\n`);
  return true;
}

/** Puts the new files in place of the old ones in two renames. */
function swap(staging, out) {
  const old = `${staging}.old`;
  if (existsSync(out)) renameSync(out, old);
  renameSync(staging, out);
  rmSync(old, { recursive: true, force: true });
}

/** One build at a time: the lock is a file with the owner's process id; a dead owner's lock is taken over. */
async function takeLock(root) {
  const path = join(root, 'out.lock');
  for (let waited = 0; waited < LOCK_WAIT_MS; waited += 100) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') {
        process.stderr.write(`signalbox: can not build in ${root}: ${error.message}\n`);
        return undefined;
      }
    }
    if (!isAlive(ownerOf(path))) rmSync(path, { force: true });
    else await sleep(100);
  }
  process.stderr.write(`signalbox: another build holds ${path} for too long; remove it if none runs\n`);
  return undefined;
}

function ownerOf(path) {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return Number.NaN;
  }
}

/** An empty lock (its owner is about to write the id) counts as alive. */
function isAlive(pid) {
  if (!Number.isInteger(pid) || pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
