import { compileFunction } from 'node:vm';
import { isJsonObject, type Json, type JsonObject } from '../../shared/json.ts';
import type { DemoTool } from '../../electron/app/demo/demo-dialect.ts';

/** What a tool says to its agent. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** A call as the tool received it: the argument text is the agent's own, byte for byte. */
export interface Received {
  readonly name: string;
  readonly arguments: string;
}

/** Thrown by a tool that refuses; its message is what the model reads. */
class Refusal extends Error {}

const refuse = (message: string): never => {
  throw new Refusal(message);
};

/**
 * The tools of a test agent, and the files they work on. They behave as the tools of real harnesses do: they refuse what those refuse, in their words,
 * and change files only where they succeed. Nothing here knows of a gateway.
 */
export class Workshop {
  readonly files: Map<string, string>;
  readonly received: Received[] = [];
  readonly #observed = new Set<string>();
  readonly #tools: readonly DemoTool[];

  constructor(files: Readonly<Record<string, string>>, tools: readonly DemoTool[]) {
    this.files = new Map(Object.entries(files));
    this.#tools = tools;
  }

  /** Runs one call as the agent would; never throws. */
  async run(name: string, argumentText: string): Promise<ToolAnswer> {
    this.received.push({ name, arguments: argumentText });
    try {
      return { text: await this.#dispatch(name, argumentText), isError: false };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return { text: error.message, isError: true };
    }
  }

  async #dispatch(name: string, argumentText: string): Promise<string> {
    const tool = this.#tools.find((each) => each.name === name) ?? refuse(`Error: Unknown tool "${name}"`);
    const args = readArguments(argumentText);
    checkShape(args, tool.parameters);
    switch (name) {
      case 'run_code':
        return this.#runCode(text(args, 'code'));
      case 'str_replace_editor':
        return this.#editor(args);
      case 'apply_diff':
        return this.#applyDiff(text(args, 'path'), text(args, 'diff'));
      case 'Read':
        return this.#readFile(text(args, 'file_path'));
      case 'Edit':
        return this.#editFile(text(args, 'file_path'), text(args, 'old_string'), text(args, 'new_string'));
      case 'bash':
        return this.#bash(args, tool.parameters);
      default:
        return refuse(`Error: Unknown tool "${name}"`);
    }
  }

  /** Code mode: the program is the body of an async function that reaches the other tools as `tools.*()`. */
  async #runCode(code: string): Promise<string> {
    const program = compile(code);
    const inner = {
      bash: (args: JsonObject) => this.#bash(args, this.#tools.find(({ name }) => name === 'bash')?.parameters),
      read: (args: JsonObject) => this.#readFile(text(args, 'path')),
      edit: (args: JsonObject) => this.#editFile(text(args, 'path'), text(args, 'old_string'), text(args, 'new_string')),
    };
    try {
      const result = await program(inner);
      return typeof result === 'string' ? result : JSON.stringify(result ?? null);
    } catch (error) {
      return refuse(`Error: ${error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'}`);
    }
  }

  /** A shell that knows `cat`, `echo` and `pwd`: enough to see whether a command arrived whole. */
  #bash(args: JsonObject, schema: JsonObject | undefined): string {
    if (schema !== undefined) checkShape(args, schema);
    const words = text(args, 'command').split(' ');
    switch (words[0]) {
      case 'cat':
        return this.files.get(words[1] ?? '') ?? refuse(`cat: ${words[1] ?? ''}: No such file or directory`);
      case 'echo':
        return words.slice(1).join(' ');
      case 'pwd':
        return typeof args['cwd'] === 'string' ? args['cwd'] : '/w';
      default:
        return refuse(`bash: ${words[0] ?? ''}: command not found`);
    }
  }

  #readFile(path: string): string {
    const content = this.files.get(path) ?? refuse(`File does not exist: ${path}`);
    this.#observed.add(path);
    return content
      .split('\n')
      .map((line, index) => `${index + 1}\t${line}`)
      .join('\n');
  }

  /** Read-before-edit, as Claude Code guards it. */
  #editFile(path: string, before: string, after: string): string {
    const content = this.files.get(path) ?? refuse(`File does not exist: ${path}`);
    if (!this.#observed.has(path))
      refuse('<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>');
    if (!content.includes(before)) refuse(`<tool_use_error>String to replace not found in file.\nString: ${before}</tool_use_error>`);
    this.files.set(
      path,
      content.replace(before, () => after),
    );
    return `The file ${path} has been updated.`;
  }

  /** One SEARCH/REPLACE block; a near miss is reported as Roo Code does, with the closest line of the file. */
  #applyDiff(path: string, diff: string): string {
    const content = this.files.get(path) ?? refuse(`File does not exist at path: ${path}`);
    const [, old = '', next = ''] = /^<{7} SEARCH\n([^]*)\n={7}\n([^]*)\n>{7} REPLACE$/.exec(diff) ?? refuse('Diff block is malformed');
    if (content.includes(old)) {
      this.files.set(
        path,
        content.replace(old, () => next),
      );
      return `Changes successfully applied to ${path}`;
    }
    const lines = content.split('\n');
    const best = Math.max(
      0,
      lines.findIndex((line) => line.startsWith(old.slice(0, 4))),
    );
    return refuse(
      `Unable to apply diff to file: ${path}\n\n<error_details>\nNo sufficiently similar match found at line: ${best + 1} (87% similar, needs 100%)\n\n` +
        `Debug Info:\n- Similarity Score: 87%\n\nSearch Content:\n${old}\n\nBest Match Found:\n${best + 1} | ${lines[best] ?? ''}\n\n` +
        `Original Content:\n${lines.map((line, index) => `${index + 1} | ${line}`).join('\n')}\n</error_details>`,
    );
  }

  /** The editor of SWE agents: absolute paths only, and a range inside the file. */
  #editor(args: JsonObject): string {
    const path = text(args, 'path');
    if (!path.startsWith('/'))
      refuse(`Invalid \`path\` parameter: ${path}. The path should be an absolute path, starting with \`/\`. Maybe you meant /${path}?`);
    const content = this.files.get(path) ?? refuse(`Invalid \`path\` parameter: ${path}. The path ${path} does not exist.`);
    if (args['command'] !== 'view') refuse(`Unrecognized command ${JSON.stringify(args['command'])}`);
    const lines = content.split('\n');
    const [first, last] = rangeIn(args['view_range'], lines.length);
    return lines
      .slice(first - 1, last)
      .map((line, index) => `${index + first}\t${line}`)
      .join('\n');
  }
}

function readArguments(argumentText: string): JsonObject {
  const value: unknown = JSON.parse(argumentText);
  return isJsonObject(value) ? value : refuse('Error: invalid arguments: expected an object');
}

/** What a strict host checks: required properties are there, declared strings are strings. */
function checkShape(args: JsonObject, schema: JsonObject): void {
  for (const name of (schema['required'] as readonly string[] | undefined) ?? [])
    if (args[name] === undefined) refuse(`Error: invalid arguments: missing required property "${name}"`);
  for (const [name, property] of Object.entries((schema['properties'] as Record<string, JsonObject> | undefined) ?? {}))
    if (property['type'] === 'string' && args[name] !== undefined && typeof args[name] !== 'string')
      refuse(`Error: invalid arguments: "${name}" must be a string`);
}

function text(args: JsonObject, name: string): string {
  const value = args[name];
  return typeof value === 'string' && value !== '' ? value : refuse(`Error: invalid arguments: missing required property "${name}"`);
}

type Program = (tools: unknown) => Promise<Json | undefined>;

/** Parses a program the way its host does, and refuses what does not parse. */
function compile(code: string): Program {
  try {
    return compileFunction(`return (async () => {\n${code}\n})()`, ['tools']) as Program;
  } catch (error) {
    return refuse(`Error: SyntaxError: ${error instanceof Error ? error.message : ''}`);
  }
}

function rangeIn(range: Json | undefined, lines: number): readonly [number, number] {
  if (range === undefined) return [1, lines];
  const [first, last] = range as readonly number[];
  if (first === undefined || last === undefined) return refuse('Invalid `view_range` parameter. It should be a list of two integers.');
  const shown = `[${first}, ${last}]`;
  if (first < 1 || first > lines)
    return refuse(
      `Invalid \`view_range\` parameter: ${shown}. Its first element \`${first}\` should be within the range of lines of the file: [1, ${lines}]`,
    );
  if (last !== -1 && last < first)
    return refuse(
      `Invalid \`view_range\` parameter: ${shown}. Its second element \`${last}\` should be greater than or equal to the first element \`${first}\``,
    );
  if (last > lines)
    return refuse(
      `Invalid \`view_range\` parameter: ${shown}. Its second element \`${last}\` should be smaller than the number of lines in the file: \`${lines}\``,
    );
  return [first, last === -1 ? lines : last];
}
