import { describe, expect, it } from 'vitest';
import { fixesOf, healCall } from '../healing/heal-call.ts';
import { HEALING_RULES } from '../healing/rules/index.ts';
import type { AdvertisedTool, HistoryItem } from '../turn/turn.ts';
import { callFor, healingContext } from './judging.ts';

/** A function tool with this schema. */
export const tool = (name: string, properties: object, required: readonly string[] = [], description = ''): AdvertisedTool => ({
  name,
  kind: 'function',
  description,
  schema: { type: 'object', properties: properties as never, required: [...required] },
});
export const text = { type: 'string' };
export const runCode = tool(
  'run_code',
  { description: text, code: text },
  ['description', 'code'],
  'Runs JavaScript. Call tools as tools.name({…}), e.g. tools.read({path}).',
);
export const bareCode = tool('run_code', { description: text, code: text }, ['description', 'code'], 'Runs a program.');
export const readFile = tool(
  'read_file',
  { path: text, offset: { type: 'integer' }, ratio: { type: 'number' }, safe: { type: 'boolean' } },
  ['path'],
);
export const editor = tool(
  'str_replace_editor',
  { command: text, path: { type: 'string', description: 'Absolute path.' }, view_range: { type: 'array', items: { type: 'integer' } } },
  ['command', 'path'],
);
export const todo = tool('todo_write', { todos: { type: 'array', items: { type: 'object' } }, meta: { type: 'object' } }, ['todos']);
export const shell = tool('bash', { command: text, description: text, cwd: text }, ['command', 'description']);
export const alias = tool('open', { file_path: { type: 'string', description: 'The file. Alias: filename.' }, fileName: text }, [
  'file_path',
]);

export const plainAlias = tool('open', { path: { type: 'string', description: 'The file. Aliases: file_path, filename.' } }, ['path']);

export const system = (words: string): HistoryItem => ({ type: 'system', index: 0, text: words });
export const refused = (name: string, args: string, result: string): readonly HistoryItem[] => [
  { type: 'assistant', index: 1, text: '', reasoning: '', calls: [{ id: 'c1', name, arguments: args, kind: 'function' }] },
  { type: 'results', index: 2, results: [{ callId: 'c1', text: result, isError: true }] },
];

export const cwd = [system('You help.\nWorking directory: /work/my app\n')];
export const range = (lines: number): readonly HistoryItem[] =>
  refused(
    'str_replace_editor',
    '{"command":"view","path":"/a","view_range":[1,900]}',
    `Invalid \`view_range\`: its second element \`900\` should be smaller than the number of lines in the file: \`${lines}\``,
  );

/** One call and what a rule makes of it. */
export interface HealingRow {
  readonly rule: string;
  readonly what: string;
  readonly tools: readonly AdvertisedTool[];
  readonly history?: readonly HistoryItem[];
  readonly name: string;
  readonly before: string;
  /** Undefined: the rule leaves it alone. */
  readonly after?: string;
  readonly renamed?: string;
}

const ruleOf = (id: string) => HEALING_RULES.filter((rule) => rule.id === id);

/** Tries each row with its one rule: what it heals, to a fixed point, and what it leaves alone. Every rule needs both. */
export function tryRules(ids: readonly string[], rows: readonly HealingRow[]): void {
  describe('healing rules', () => {
    it.each(rows.filter((row) => row.after !== undefined))(
      '$rule heals $what',
      ({ rule, tools, history, name, before, after, renamed }) => {
        const context = healingContext(tools, history);
        const healed = healCall(callFor(context, name, before), ruleOf(rule), context);
        expect(healed.call).toMatchObject({ name: renamed ?? name, arguments: after });
        expect(healed.steps).toMatchObject([{ rule, before, after }]);
        expect(fixesOf(healed.steps).length).toBeGreaterThan(0);
        expect(healCall(healed.call, ruleOf(rule), context).steps).toEqual([]);
      },
    );

    it.each(rows.filter((row) => row.after === undefined))('$rule leaves $what alone', ({ rule, tools, history, name, before }) => {
      const context = healingContext(tools, history);
      const healed = healCall(callFor(context, name, before), ruleOf(rule), context);
      expect(healed).toMatchObject({ steps: [], call: { name, arguments: before } });
    });

    it.each(ids)('%s is tried in both directions', (id) => {
      expect(rows.filter((row) => row.rule === id && row.after !== undefined)).not.toEqual([]);
      expect(rows.filter((row) => row.rule === id && row.after === undefined)).not.toEqual([]);
    });
  });
}
