import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlugin } from './plugins/add-plugin.ts';
import { PLUGIN_KINDS } from './plugins/index.ts';

const root = path.join(import.meta.dirname, '..');
const copy = mkdtempSync(path.join(tmpdir(), 'signalbox-plugin-'));
const parts = ['electron/core', 'shared', 'package.json', 'tsconfig.json', 'tsconfig.core.json', 'biome.json', 'eslint.config.js'];

beforeAll(() => {
  for (const part of parts) cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  writeFileSync(path.join(copy, 'vitest.config.ts'), 'export default { test: { isolate: false } };\n');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Runs one of the installed programs in the copy; what it said, where it failed. */
function run(program: string, ...args: string[]): string {
  const { bin } = JSON.parse(readFileSync(path.join(root, 'node_modules', program, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const file = typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? '');
  const done = spawnSync(process.execPath, [path.join(root, 'node_modules', program, file), ...args], { cwd: copy, encoding: 'utf8' });
  return done.status === 0 ? '' : `${done.stdout}${done.stderr}` || `exit code ${done.status}`;
}

/** Names of the tests that fail in these files. */
function failing(...files: string[]): readonly string[] {
  const report = path.join(copy, 'report.json');
  run('vitest', 'run', '--reporter=json', `--outputFile=${report}`, ...files);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: readonly { readonly assertionResults: readonly { readonly status: string; readonly title: string }[] }[];
  };
  return testResults.flatMap((file) => file.assertionResults.filter((one) => one.status === 'failed').map((one) => one.title));
}

function edit(file: string, ...changes: readonly (readonly [string, string])[]): void {
  const place = path.join(copy, file);
  let text = readFileSync(place, 'utf8');
  for (const [from, to] of changes) {
    expect(text).toContain(from);
    text = text.replaceAll(from, to);
  }
  writeFileSync(place, text);
}

describe('npm run new', () => {
  test('what it writes is formatted, linted and typed, and its tests fail until it is filled in', { timeout: 180_000 }, () => {
    const written = PLUGIN_KINDS.flatMap(({ kind }) => {
      const added = addPlugin(copy, kind, 'acme-call');
      expect(added.ok).toBe(true);
      return added.ok ? added.files : [];
    });
    expect(written).toHaveLength(PLUGIN_KINDS.length * 3);
    expect(run('@biomejs/biome', 'format', ...written.filter((file) => !file.endsWith('index.ts')))).toBe('');
    expect(run('eslint', '--max-warnings', '0', ...written)).toBe('');
    const problems = run('typescript', '-p', 'tsconfig.core.json', '--noEmit').split('\n');
    expect(problems.filter((line) => written.some((file) => line.startsWith(file)))).toEqual([]);
    for (const { kind, folder } of PLUGIN_KINDS) expect([kind, failing(`${folder}/acme-call.test.ts`).length > 0]).toEqual([kind, true]);
  });

  test('a leak format reads its own shape at once; only what nobody can make up is missing', { timeout: 180_000 }, () => {
    const { folder } = PLUGIN_KINDS.find(({ kind }) => kind === 'leak-format') ?? { folder: '' };
    const tests = [`${folder}/acme-call.test.ts`, `${folder}/formats.test.ts`];
    expect(failing(...tests)).toEqual([
      'a reply that a model wrote is in the table',
      'every format has an id, a title, an origin and a sample of its own',
    ]);
    edit(`${folder}/acme-call.ts`, ['ACME_CALL', 'acme:call'], ["origin: ''", "origin: 'Acme 7B, seen in its own chat template'"]);
    edit(
      `${folder}/acme-call.test.ts`,
      ['ACME_CALL', 'acme:call'],
      [
        'readonly string[] }[] = [];',
        `readonly string[] }[] = [
  {
    name: 'captured',
    text: '<acme:call>\\n{"name": "bash", "arguments": {"command": "ls"}}\\n</acme:call>',
    calls: ['bash {"command": "ls"}'],
  },
];`,
      ],
    );
    expect(failing(...tests)).toEqual([]);
  });

  test.each([
    [undefined, undefined, /No kind/, /leak-format, fault-pattern/],
    ['format', 'acme', /no kind of plug-in called "format"/, /leak-format/],
    ['leak-format', undefined, /No name/, /constant/],
    ['leak-format', 'Acme', /can't be a name/, /kebab-case/],
    ['leak-format', 'a--b', /can't be a name/, /kebab-case/],
    ['leak-format', '../x', /can't be a name/, /kebab-case/],
    ['leak-format', '7b', /can't be a name/, /letter first/],
    ['leak-format', 'index', /can't be a name/, /word of the language/],
    ['agent-profile', 'continue', /can't be a name/, /word of the language/],
    ['leak-format', 'a'.repeat(41), /can't be a name/, /at most 40/],
    ['leak-format', 'hermes-json', /exists already/, /hermes-json\.ts/],
    ['leak-format', 'formats', /exists already/, /formats\.test\.ts/],
  ])('%s %s is refused, and nothing is written', (kind, name, what, why) => {
    const index = path.join(copy, 'electron/core/leak/formats/index.ts');
    const before = readFileSync(index, 'utf8');
    const added = addPlugin(copy, kind, name);
    if (added.ok) throw new Error('it was written');
    expect(added.refusal.what).toMatch(what);
    expect(added.refusal.why).toMatch(why);
    expect(added.refusal.next).not.toBe('');
    expect(readFileSync(index, 'utf8')).toBe(before);
    expect(existsSync(path.join(copy, 'electron/core/leak/formats/Acme.ts'))).toBe(false);
  });

  test('the same name twice is refused', () => {
    expect(addPlugin(copy, 'leak-format', 'beta-call').ok).toBe(true);
    expect(addPlugin(copy, 'leak-format', 'beta-call')).toMatchObject({ ok: false, refusal: { what: '"beta-call" exists already.' } });
  });
});
