import { expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import type { FormatContext, LeakFormat, ParsedEnvelope } from '../leak/leak-format.ts';
import type { AdvertisedTool } from '../turn/turn.ts';

/** A tool of the tables: parameters by name, each a type word or a whole schema. */
const tableTool = (name: string, parameters: Readonly<Record<string, string | JsonObject>> = {}): AdvertisedTool => ({
  name,
  kind: 'function',
  description: '',
  schema: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(parameters).map(([key, type]) => [key, typeof type === 'string' ? { type } : type])),
  },
});

/** The tools that every table may name. */
export const TABLE_TOOLS: readonly AdvertisedTool[] = [
  tableTool('read_file', { path: 'string', start_line: 'integer' }),
  tableTool('bash', { command: 'string', timeout: 'integer', background: 'boolean' }),
  tableTool('write_file', { path: 'string', content: 'string' }),
  tableTool('todo_write', { todos: { type: 'array', items: { type: 'object' } } }),
  tableTool('get_time'),
  tableTool('odd', { 'a&b': 'string', 'x>y': 'string' }),
  tableTool('mixed', { value: { anyOf: [{ type: 'string' }, { type: 'array' }] }, number: { type: ['number', 'null'] }, free: {} }),
];

export interface FormatTable {
  /** Text that begins with an envelope → its calls as `name arguments`, and what stands behind it. */
  readonly valid: readonly {
    readonly name: string;
    readonly text: string;
    readonly calls: readonly string[];
    readonly rest?: string;
    readonly degraded?: true;
  }[];
  /** Text → what is found instead; `no` where the format does not recognise it. `ambiguous` and `bad_arguments` are complete envelopes. */
  readonly invalid: readonly {
    readonly name: string;
    readonly text: string;
    readonly found: 'no' | 'incomplete' | 'shape' | 'bad_arguments' | 'ambiguous';
  }[];
}

const context: FormatContext = { tools: TABLE_TOOLS, endedByLength: false, stopSequence: undefined, open: false };

/** Runs a format's table, and the laws that hold for every format: its sample is recognised, no cut of a valid text is complete, no piece of one is given up. */
export function checkFormatTable(format: LeakFormat, table: FormatTable): void {
  test.each([...table.valid])('valid: $name', (row) => {
    const envelope = format.parse(row.text, 0, context);
    if (envelope?.status !== 'complete') throw new Error(`not complete: ${JSON.stringify(envelope)}`);
    expect(envelope.calls.map((call) => `${call.name} ${call.arguments ?? call.argumentsError}`)).toEqual(row.calls);
    expect(envelope.calls.flatMap((call) => call.otherReadings)).toEqual([]);
    expect([row.text.slice(envelope.end), envelope.degraded]).toEqual([row.rest ?? '', row.degraded ?? false]);
  });

  test.each([...table.invalid])('invalid: $name', ({ text, found }) => expect(foundIn(format.parse(text, 0, context))).toBe(found));

  test.each([...table.valid])('no cut of it is a call, and none is given up early: $name', ({ text, rest }) => {
    const whole = text.slice(0, text.length - (rest ?? '').length);
    for (let end = 1; end < whole.length; end += 1) {
      const cut = whole.slice(0, end);
      const opened = format.openers(TABLE_TOOLS).some((opener) => cut.startsWith(opener.text));
      if (!opened) continue;
      expect([cut, format.viable(cut, 0, { ...context, open: true })]).toEqual([cut, true]);
      const status = format.parse(cut, 0, context)?.status;
      // An optional closing tag, or a further call, may stand behind a complete one.
      if (status === 'complete') expect(format.parse(whole, 0, context)?.end).toBeGreaterThan(0);
      else expect([cut, status]).toEqual([cut, 'incomplete']);
    }
  });

  test('its sample is an envelope, behind other text too', () => {
    expect(format.parse(format.sample, 0, context)?.status).toBe('complete');
    const moved = format.parse(`Ok. ${format.sample}`, 4, context);
    expect([moved?.status, moved?.start]).toEqual(['complete', 4]);
  });
}

function foundIn(envelope: ParsedEnvelope | undefined): string {
  if (envelope === undefined) return 'no';
  if (envelope.status === 'incomplete') return 'incomplete';
  if (envelope.status === 'malformed') return envelope.code;
  if (envelope.calls.some((call) => call.argumentsError !== undefined)) return 'bad_arguments';
  return envelope.calls.some((call) => call.otherReadings.length > 0) ? 'ambiguous' : 'complete';
}
