// Targets. `product:DIR` starts the product of a checkout as 4-interfaces 4.1 says; `direct` is no gateway at all;
// `url:http://…` is any other gateway that already runs and points at the scripted upstream.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { serveArguments } from './serve-arguments.mjs';
import { sleep } from './util.mjs';

// Short stalls, so that an upstream that never ends is noticed within the time of a test.
export const DEFAULT_SETTINGS = ['stall.idleMs=2000', 'stall.firstByteMs=4000'];

/** → {kind, base, console?, token?, data?, pid?, readyMs?, log(), stop()} */
export async function openTarget(spec, { upstream, settings = [], env = {}, readyTimeoutMs = 60000, extraArgs = [] } = {}) {
  if (spec === 'direct') return { kind: 'direct', base: upstream, stop: async () => {}, log: () => '' };
  if (spec.startsWith('url:')) return { kind: 'url', base: spec.slice(4).replace(/\/v1\/?$/, ''), stop: async () => {}, log: () => '' };
  if (spec.startsWith('product:')) return startProduct(spec.slice(8), { upstream, settings, env, readyTimeoutMs, extraArgs });
  throw new Error(`unknown target ${spec}`);
}

async function startProduct(dir, { upstream, settings, env, readyTimeoutMs, extraArgs }) {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-bar-'));
  const set = [...DEFAULT_SETTINGS, ...settings].flatMap((kv) => ['--set', kv]);
  const args = ['start', '--silent', '--', ...serveArguments({ upstream, data, more: [...set, ...extraArgs] })];
  const t0 = performance.now();
  // Its own process group, so that npm and what it starts end together.
  const child = spawn('npm', args, {
    cwd: dir,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, npm_config_update_notifier: 'false' },
  });
  let out = '';
  let err = '';
  const alerts = [];
  let ready = null;
  let exited = null;
  child.on('exit', (code, sig) => {
    exited = { code, sig };
  });
  child.stderr.on('data', (b) => {
    err = (err + b).slice(-20000);
  });
  child.stdout.on('data', (b) => {
    out += b;
    let i;
    while ((i = out.indexOf('\n')) >= 0) {
      const line = out.slice(0, i).trim();
      out = out.slice(i + 1);
      if (!line) continue;
      try {
        const o = JSON.parse(line);
        if (o.type === 'ready' && !ready) ready = { ...o, ms: performance.now() - t0 };
        else alerts.push(o);
      } catch {
        err += `[stdout is no JSON] ${line}\n`;
      }
    }
  });
  const stop = async (graceMs = 8000) => {
    const t = performance.now();
    if (exited === null) {
      // The program itself first, so that npm reports its exit code; the whole group if that does not end it.
      const main = programOf(child.pid);
      try {
        process.kill(main, 'SIGTERM');
      } catch {
        // gone
      }
      while (exited === null && performance.now() - t < graceMs - 1500) await sleep(20);
      if (exited === null) signal(child.pid, 'SIGTERM');
      while (exited === null && performance.now() - t < graceMs) await sleep(20);
      if (exited === null) {
        signal(child.pid, 'SIGKILL');
        while (exited === null && performance.now() - t < graceMs + 2000) await sleep(20);
      }
    }
    signal(child.pid, 'SIGKILL'); // whatever of the group is left
    fs.rmSync(data, { recursive: true, force: true });
    return { exit: exited, ms: performance.now() - t };
  };
  while (!ready && exited === null && performance.now() - t0 < readyTimeoutMs) await sleep(10);
  if (!ready) {
    await stop(1000);
    throw new Error(`no ready line from ${dir} (${exited ? `exit ${exited.code ?? exited.sig}` : 'time-out'})\n${err.slice(-1500)}`);
  }
  return {
    kind: 'product',
    base: ready.gateway,
    console: ready.console,
    token: ready.token,
    data: ready.data ?? data,
    version: ready.version,
    pid: child.pid,
    readyMs: ready.ms,
    alerts,
    log: () => err,
    stop,
    exited: () => exited,
  };
}

/** The first process below npm and its shells. */
function programOf(pid) {
  let at = pid;
  for (let i = 0; i < 8; i++) {
    let cmd = '';
    let kids = '';
    try {
      cmd = fs.readFileSync(`/proc/${at}/cmdline`, 'utf8');
      kids = fs.readFileSync(`/proc/${at}/task/${at}/children`, 'utf8').trim();
    } catch {
      return at;
    }
    const shell = /^npm|\0?(\S*\/)?npm(-cli\.js)?\0|^(\S*\/)?(sh|bash|dash)\0/.test(cmd);
    if (!shell || !kids) return at;
    at = Number(kids.split(' ')[0]);
  }
  return at;
}

function signal(pid, sig) {
  try {
    process.kill(-pid, sig);
  } catch {
    // the group is gone
  }
}
