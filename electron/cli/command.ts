import type { ProgramOptions } from '../app/program-options.ts';

/** What a command is given. */
export interface CommandContext {
  readonly options: ProgramOptions;
  /** Words behind the command's name: only for commands that take some. */
  readonly positionals: readonly string[];
  /** The command line after the program's name, as it came. */
  readonly argv: readonly string[];
  /** Folder of the program: `out/`, `resources/` and `package.json` are in it. */
  readonly root: string;
  readonly version: string;
}

/** A command answers with the exit code. */
export type Command = (context: CommandContext) => Promise<number>;
