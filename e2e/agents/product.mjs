// The built product in served mode, and its operator API.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { serveArguments } from '../conformance/serve-arguments.mjs';

/** Starts `signalbox serve` of the checkout at `root` with a data folder of its own. */
export async function startProduct({ root, data, upstream, settings = {} }) {
  const set = Object.entries(settings).flatMap(([key, value]) => ['--set', `${key}=${JSON.stringify(value)}`]);
  const child = spawn(process.execPath, [path.join(root, 'signalbox.mjs'), ...serveArguments({ upstream, data, more: set })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = await new Promise((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line)));
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}`)));
  });
  const headers = { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' };
  return {
    gateway: ready.gateway,
    call: async (name, body = {}) =>
      (await fetch(`${ready.console}/api/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })).json(),
    entries: () => readFeed(`${ready.console}/api/feed?after=0`, headers),
    /** Opens a feed that stays open: an operator is present. */
    attend: async () => {
      const leave = new AbortController();
      await fetch(`${ready.console}/api/feed?after=0`, { headers, signal: leave.signal });
      return () => leave.abort();
    },
    stop: () =>
      new Promise((done) => {
        child.once('exit', done);
        child.kill('SIGTERM');
      }),
  };
}

/** All entries so far: the feed is read until it has been quiet for a moment. */
async function readFeed(url, headers) {
  const quiet = new AbortController();
  let timer = setTimeout(() => quiet.abort(), 1500);
  let text = '';
  try {
    const response = await fetch(url, { headers, signal: quiet.signal });
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      clearTimeout(timer);
      timer = setTimeout(() => quiet.abort(), 500);
    }
  } catch (error) {
    if (error.name !== 'AbortError') throw error;
  }
  return [...text.matchAll(/^data: ?(\{.*\})$/gm)].map((match) => JSON.parse(match[1]));
}
