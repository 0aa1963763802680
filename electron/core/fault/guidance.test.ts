import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guidanceText, isIdentifier, MOST_GUIDANCE_BYTES, shownName } from './guidance.ts';

const guidance = {
  pattern: 'EI/PARAM_MISSING/001',
  occurrence: 2,
  what: 'It is missing.',
  why: 'The schema asks for it.',
  next: ['Write it.'],
};

describe('guidanceText', () => {
  it('is versioned JSON in a fixed order', () => {
    expect(guidanceText(guidance, 'json')).toBe(
      '{"signalbox":1,"pattern":"EI/PARAM_MISSING/001","occurrence":2,"what":"It is missing.","why":"The schema asks for it.","next":["Write it."]}',
    );
  });

  it('says the same as labelled lines', () => {
    expect(guidanceText(guidance, 'text')).toBe(
      '[signalbox 1] EI/PARAM_MISSING/001 (occurrence 2)\nWHAT: It is missing.\nWHY: The schema asks for it.\nNEXT: Write it.',
    );
  });

  it('never takes more than its bytes, whatever is put in', () => {
    const text = fc.string({ unit: 'binary', maxLength: 3000 });
    fc.assert(
      fc.property(
        text,
        text,
        fc.array(text, { maxLength: 5 }),
        fc.constantFrom('json' as const, 'text' as const),
        (what, why, next, format) => {
          const out = guidanceText({ ...guidance, what, why, next }, format);
          expect(new TextEncoder().encode(out).length).toBeLessThanOrEqual(MOST_GUIDANCE_BYTES);
          if (format === 'json') expect(JSON.parse(out)).toMatchObject({ signalbox: 1, pattern: guidance.pattern });
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('shownName', () => {
  it.each(['read_file', 'mcp__fs__read', '3d_render', 'ns.tool:0'])('echoes %s', (name) =>
    expect(shownName(name, 'a tool')).toBe(`"${name}"`),
  );
  it.each(['', '{"path":"a"}', 'two words', 'a"b', 'x'.repeat(200)])('does not echo %j', (name) => expect(isIdentifier(name)).toBe(false));
});
