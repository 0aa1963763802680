import { cruise } from 'dependency-cruiser';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** A tree with one planted violation per rule of `.dependency-cruiser.cjs`: [rule, file, what it imports]. */
const planted: readonly (readonly [string, string, string])[] = [
  ['no-cycles', 'electron/core/text/a.ts', "export { b } from './b.ts'; export const a = 1;"],
  ['shared-is-leaf', 'shared/x.ts', "export * from '../electron/core/turn/t.ts';"],
  ['core-is-pure', 'electron/core/turn/g.ts', "export * from '../../gateway/gate.ts';"],
  ['core-has-no-node', 'electron/core/turn/n.ts', "import 'node:crypto'; export const n = 1;"],
  ['no-electron-below-main', 'electron/gateway/e.ts', "import 'electron'; export const e = 1;"],
  ['journal-knows-no-gateway', 'electron/journal/j.ts', "export * from '../gateway/gate.ts';"],
  ['gateway-below-operator', 'electron/gateway/o.ts', "export * from '../operator/op.ts';"],
  ['operator-below-app', 'electron/operator/p.ts', "export * from '../app/app.ts';"],
  ['app-below-hosts', 'electron/app/h.ts', "export * from '../main/main.ts';"],
  ['renderer-speaks-only-shared', 'renderer/r.ts', "export * from '../electron/core/turn/t.ts';"],
  ['preload-is-thin', 'electron/preload/i.ts', "export * from '../core/turn/t.ts';"],
  ['plugins-do-not-know-each-other', 'electron/core/leak/formats/one.ts', "export * from './two.ts';"],
  ['dialects-do-not-know-each-other', 'electron/core/dialect/one/codec.ts', "export * from '../two/codec.ts';"],
  ['pipeline-is-top-of-core', 'electron/core/turn/u.ts', "export * from '../pipeline/lane.ts';"],
  ['only-the-exchange-drives-lanes', 'electron/cli/c.ts', "export * from '../core/pipeline/response-lane.ts';"],
  ['features-do-not-know-each-other', 'renderer/features/live/l.ts', "export * from '../alerts/al.ts';"],
  ['testing-stays-in-tests', 'electron/core/turn/v.ts', "export * from '../testing/kit.ts';"],
  ['no-orphans', 'electron/core/turn/orphan.ts', 'export const alone = 1;'],
];

const plain: readonly (readonly [string, string])[] = [
  ['electron/core/text/b.ts', "import { a } from './a.ts'; export const b = () => a;"],
  ...[
    'electron/core/turn/t.ts',
    'electron/gateway/gate.ts',
    'electron/operator/op.ts',
    'electron/app/app.ts',
    'electron/main/main.ts',
    'electron/core/leak/formats/two.ts',
    'electron/core/dialect/two/codec.ts',
    'electron/core/pipeline/lane.ts',
    'electron/core/pipeline/response-lane.ts',
    'renderer/features/alerts/al.ts',
    'electron/core/testing/kit.ts',
  ].map((file): readonly [string, string] => [file, 'export const x = 1;']),
];

const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  readonly forbidden: readonly { readonly name: string }[];
  readonly options: object;
};

describe('boundaries', () => {
  it('has a planted violation for every rule, and every rule reports its own', async () => {
    const root = mkdtempSync(path.join(tmpdir(), 'signalbox-boundaries-'));
    try {
      for (const [file, text] of [...plain, ...planted.map(([, file, text]) => [file, text] as const)]) {
        mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
        writeFileSync(path.join(root, file), text);
      }
      mkdirSync(path.join(root, 'node_modules/electron'), { recursive: true });
      writeFileSync(path.join(root, 'node_modules/electron/package.json'), '{"name":"electron","version":"1.0.0","main":"index.js"}');
      writeFileSync(path.join(root, 'node_modules/electron/index.js'), '');
      writeFileSync(path.join(root, 'package.json'), '{"type":"module","dependencies":{"electron":"1.0.0"}}');
      writeFileSync(path.join(root, 'tsconfig.json'), readFileSync(path.join(import.meta.dirname, '../tsconfig.json'), 'utf8'));
      const result = await cruise(['electron', 'renderer', 'shared'], {
        ...config.options,
        baseDir: root,
        tsConfig: { fileName: path.join(root, 'tsconfig.json') },
        validate: true,
        ruleSet: { forbidden: config.forbidden },
      } as Parameters<typeof cruise>[1]);
      const output = result.output;
      if (typeof output === 'string') throw new Error(output);
      const violations = new Set(output.summary.violations.map((violation) => `${violation.rule.name} ${violation.from}`));
      expect(config.forbidden.map((rule) => rule.name).sort()).toEqual(planted.map(([rule]) => rule).sort());
      for (const [rule, file] of planted) expect([...violations], `${rule} at ${file}`).toContain(`${rule} ${file}`);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
});
