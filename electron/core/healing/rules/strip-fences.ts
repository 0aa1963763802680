import { isCodeTool, programOf, withProgram } from '../code-tool.ts';
import type { HealingRule } from '../healing-rule.ts';
import { fixOf } from '../repair/fix.ts';

/** A Markdown fence around the whole program of a code tool (source 003). */
export const stripFences: HealingRule = {
  id: 'strip-fences',
  safety: 'safe',
  against: ['CODE_RUN_FAILED'],
  title: 'Code fence around a program',
  description: 'Takes the Markdown fence off a program that is fenced as a whole. A fence inside a program or a file stays.',
  before: '{"code":"```js\\nreturn 1\\n```"}',
  after: '{"code":"return 1"}',
  acts: 'content',
  concerns: (tool, context) => isCodeTool(tool, context),
  heal(call, context) {
    const program = programOf(call, context);
    const inner = program === undefined ? undefined : fenced(program);
    if (program === undefined || inner === undefined) return undefined;
    return { arguments: withProgram(call, inner), fixes: [fixOf('strip-fences', '/code', program, inner)] };
  },
};

/** What the one fence holds that encloses the whole text; undefined where there is none, or another fence inside. */
function fenced(program: string): string | undefined {
  const text = program.trim();
  const head = /^(`{3,})[A-Za-z0-9_+.-]{0,20}[ \t]*\r?\n/.exec(text);
  const mark = head?.[1];
  if (head === null || mark === undefined || !text.endsWith(`\n${mark}`) || text.length < head[0].length + mark.length) return undefined;
  const inner = text.slice(head[0].length, text.length - mark.length).replace(/\r?\n$/, '');
  return inner.includes('```') || inner.trim() === '' ? undefined : inner;
}
