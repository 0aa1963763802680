import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createUploadFolder } from './upload-folder.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'upload-folder-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const bytesOf = async function* (...pieces: readonly string[]): AsyncIterable<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
};
const waiting = (): readonly string[] => readdirSync(join(data, 'uploads'));

test('a file for this user alone while it is used, and gone afterwards', async () => {
  const folder = createUploadFolder(data);
  const seen = await folder.receive({ name: 'a.har', bytes: bytesOf('one ', 'two') }, async (path) => {
    expect([statSync(path).mode & 0o777, statSync(join(data, 'uploads')).mode & 0o777]).toEqual([0o600, 0o700]);
    return readFileSync(path, 'utf8');
  });
  expect(seen).toBe('one two');
  expect(waiting()).toEqual([]);
});

test('one byte over the limit is refused and leaves nothing; the limit itself is not', async () => {
  const folder = createUploadFolder(data, 8);
  const used: string[] = [];
  const use = async (path: string) => {
    used.push(readFileSync(path, 'utf8'));
    return { kept: true };
  };
  expect(await folder.receive({ name: 'a', bytes: bytesOf('1234', '5678') }, use)).toEqual({ kept: true });
  expect(await folder.receive({ name: 'a', bytes: bytesOf('1234', '56789') }, use)).toMatchObject({ error: { code: 'too-large' } });
  expect([used, waiting()]).toEqual([['12345678'], []]);
});

test('a third one at once is refused before it is read', async () => {
  const folder = createUploadFolder(data);
  let go: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    go = done;
  });
  const receive = () => folder.receive({ name: 'a', bytes: bytesOf('a') }, () => held.then(() => ({ kept: true })));
  const running = [receive(), receive()];
  expect(await receive()).toMatchObject({ error: { code: 'busy' } });
  go();
  expect(await Promise.all(running)).toEqual([{ kept: true }, { kept: true }]);
  expect(await receive()).toEqual({ kept: true });
});

test('what a killed program left goes at the next start', async () => {
  mkdirSync(join(data, 'uploads'));
  writeFileSync(join(data, 'uploads/left'), 'bytes');
  await createUploadFolder(data).receive({ name: 'a', bytes: bytesOf('a') }, async () => ({ kept: true }));
  expect(waiting()).toEqual([]);
});

test('a folder that can not be written is a reason', async () => {
  writeFileSync(join(data, 'file'), '');
  const folder = createUploadFolder(join(data, 'file'));
  expect(await folder.receive({ name: 'a', bytes: bytesOf('a') }, async () => ({ kept: true }))).toMatchObject({
    error: { code: 'unwritable', message: expect.stringMatching(/Next: /) },
  });
});
