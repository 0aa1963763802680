// `npm run package:stage`: the folder that electron-builder packs (`dist/app`): the built program and nothing else. All code is bundled
// into `out/`, so that the packed program needs no `node_modules`.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildNow } from './ensure-build.mjs';

const root = resolve(import.meta.dirname, '..');
const staged = join(root, 'dist/app');

if (await buildNow(root)) {
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  for (const folder of ['out', 'resources']) cpSync(join(root, folder), join(staged, folder), { recursive: true });
  for (const file of ['LICENSE']) cpSync(join(root, file), join(staged, file));
  const { name, version, description, license, main, type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = { name, productName: 'Signalbox', version, description, license, author: 'Signalbox', main, type };
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  process.stdout.write(`${staged}\nNext: npx electron-builder@26.17.0 --config electron-builder.json\n`);
} else process.exitCode = 1;
