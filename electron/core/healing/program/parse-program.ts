import { parse, type Program } from 'acorn';

/** Longest program that is looked at: parsing is linear, but it is done for every candidate mend. */
const MOST_UNITS = 262_144;

/** The syntax tree of a program as its host would run it: the body of an async function. Undefined where it does not parse. */
export function parseProgram(program: string): Program | undefined {
  if (program.length > MOST_UNITS) return undefined;
  try {
    return parse(program, { ecmaVersion: 'latest', allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true });
  } catch {
    // A syntax error, or a program nested deeper than the stack.
    return undefined;
  }
}

/** Whether a program parses; undefined for one that is too long to tell. */
export const parses = (program: string): boolean | undefined =>
  program.length > MOST_UNITS ? undefined : parseProgram(program) !== undefined;
