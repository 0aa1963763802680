import { callsTools, programOf, withProgram } from '../code-tool.ts';
import type { HealingRule } from '../healing-rule.ts';
import { closeTail, escapeStrayTicks, tripleQuotes } from '../program/mend-program.ts';
import { parses } from '../program/parse-program.ts';
import { fixOf } from '../repair/fix.ts';

/**
 * Mechanical breakage of a program that its host would reject (source 003, "Program syntax self-healing"). Every mend is verified by parsing
 * it as the body of an async function; nothing is executed. A cut tail is only ever proposed, since the rule asks.
 */
export const programSyntax: HealingRule = {
  id: 'program-syntax',
  safety: 'review',
  against: ['CODE_RUN_FAILED'],
  title: 'Broken program',
  description:
    'Proposes a mend for a JavaScript program that does not parse: Python’s triple quotes, stray backticks inside a template, a cut tail. ' +
    'Programs that parse are never touched.',
  before: "{\"code\":\"const s = '''a\\nb'''; return s\"}",
  after: '{"code":"const s = `a\\nb`; return s"}',
  acts: 'content',
  concerns: (tool, context) => callsTools(tool, context),
  heal(call, context) {
    const program = programOf(call, context);
    if (program === undefined || !callsTools(call.tool, context) || parses(program) !== false) return undefined;
    const quoted = tripleQuotes(program);
    for (const candidate of [quoted, escapeStrayTicks(program), escapeStrayTicks(quoted), closeTail(program), closeTail(quoted)]) {
      if (candidate === program || parses(candidate) !== true) continue;
      return { arguments: withProgram(call, candidate), fixes: [fixOf('program-syntax', '/code', program, candidate)] };
    }
    return undefined;
  },
};
