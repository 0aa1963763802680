import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alias, cwd, editor, range, readFile, runCode, shell, todo } from '../../testing/healing-rows.ts';
import { callFor, healingContext } from '../../testing/judging.ts';
import { healCall } from '../heal-call.ts';
import { HEALING_RULES } from './index.ts';

describe('all healing rules together', () => {
  it('have ids of their own', () => expect(new Set(HEALING_RULES.map((rule) => rule.id)).size).toBe(HEALING_RULES.length));

  it('heal to a fixed point: the healed call finds no rule any more', () => {
    const value = fc.oneof(
      fc.constantFrom('5', 'true', 'null', '[1]', '{"path":"a"}', 'a', null, 5, true, [0, 9], [9, 3], { path: 'a' }),
      fc.jsonValue({ maxDepth: 1 }),
    );
    const key = fc.constantFrom(
      'path',
      'Path',
      'offset',
      'safe',
      'todos',
      'view_range',
      'command',
      'code',
      'description',
      'cmd',
      'filename',
    );
    const tools = [runCode, readFile, editor, todo, shell, alias];
    const context = healingContext(tools, [...cwd, ...range(5)]);
    fc.assert(
      fc.property(
        fc.constantFrom(...tools.map((each) => each.name), 'read', 'ReadFile'),
        fc.dictionary(key, value, { maxKeys: 4 }),
        (name, args) => {
          const call = callFor(context, name, JSON.stringify(args));
          const healed = healCall(call, HEALING_RULES, context);
          expect(healed.call.issues.length).toBeLessThanOrEqual(Math.max(call.issues.length, call.tool === undefined ? 9 : 0));
          expect(healCall(healed.call, HEALING_RULES, context).steps).toEqual([]);
          if (call.tool !== undefined && healed.steps.length === 0) expect(healed.call.arguments).toBe(call.arguments);
        },
      ),
      { numRuns: 600 },
    );
  });
});
