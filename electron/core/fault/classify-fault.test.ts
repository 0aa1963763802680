import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classified, patternIn } from '../testing/fault-table.ts';
import { overflowWordings } from './overflow-wordings.ts';
import { faultPatterns } from './patterns/index.ts';

const tools = ['read_file', 'bash', 'edit', 'mcp__db__query', 'run_code', 'grep', 'nobody_knows'];

describe('classification', () => {
  test('knows each pattern’s own sample as the result of a fitting tool', () => {
    for (const { id, sample, wordings } of faultPatterns) {
      if (wordings.length === 0 || id === 'EI/CONTEXT_OVERFLOW/001') continue;
      const found = tools.map((tool) => patternIn(classified([tool, id.includes('JSON') ? '{' : {}, sample], true)));
      expect(found).toContain(id);
    }
  });

  test('ids and priorities are distinct', () => {
    expect(new Set(faultPatterns.map(({ id }) => id)).size).toBe(faultPatterns.length);
    expect(new Set(faultPatterns.map(({ priority }) => priority)).size).toBe(faultPatterns.length);
  });

  test('any text has an answer, the same one each time', () => {
    const text = fc.oneof(fc.string({ maxLength: 300 }), fc.constantFrom(...faultPatterns.map(({ sample }) => sample)));
    fc.assert(
      fc.property(text, text, fc.constantFrom(...tools), fc.json(), fc.boolean(), (head, tail, tool, args, flag) => {
        const one = classified([tool, args, head + tail], flag);
        expect(patternIn(classified([tool, args, head + tail], flag))).toBe(patternIn(one));
      }),
      { numRuns: 300 },
    );
  });

  test('only the head counts', () => {
    const filler = 'x'.repeat(5000);
    expect(classified(['edit', {}, `${filler}\nFile has not been read yet`]).type).toBe('none');
    expect(patternIn(classified(['edit', {}, `File has not been read yet. Read it first before writing to it.\n\n${filler}`]))).toBe(
      'EI/FS_NOT_OBSERVED/001',
    );
  });

  test('a user’s no is no mistake, whatever it says', () => {
    expect(patternIn(classified(['write_to_file', { path: 'a' }, 'The user denied this operation: file not found']))).toBe('denied');
    expect(patternIn(classified(['mcp__db__q', {}, 'MCP error -32000: Connection closed'], true))).toBe('infrastructure');
  });

  test('a tool that failed in an unknown way is a failure and no fault', () => {
    expect(patternIn(classified(['edit', { path: 'a' }, 'Disk quota reached.'], true))).toBe('failure');
    expect(patternIn(classified(['edit', { path: 'a' }, 'Edit applied successfully.']))).toBe('success');
  });
});

describe('linear time', () => {
  const attacks = [
    'Error: ',
    'a',
    ' ',
    '\n',
    '[ {',
    '{"error":"',
    '`',
    'x must be ',
    'File ',
    '<error>',
    'Invalid `a` parameter: ',
    "'",
    'a: ',
    '1 validation error for a\n',
  ];
  test.each(attacks)('%j over and over', (piece) => {
    const text = piece.repeat(Math.ceil(10_000_000 / piece.length));
    const started = performance.now();
    for (const tool of tools) classified([tool, '{}', text], true);
    expect(performance.now() - started).toBeLessThan(1500);
  });

  test('each expression alone, on text that almost fits', () => {
    const texts = attacks.map((piece) => piece.repeat(Math.ceil(4096 / piece.length)).slice(0, 4096));
    for (const at of [...faultPatterns.flatMap(({ wordings }) => wordings.map((wording) => wording.at)), ...overflowWordings]) {
      const started = performance.now();
      for (const text of texts) at.test(text);
      expect({ at: at.source.slice(0, 80), slow: performance.now() - started > 150 }).toEqual({ at: at.source.slice(0, 80), slow: false });
    }
  });
});
