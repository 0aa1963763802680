import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of the first of these programs that the PATH leads to. */
export function findExecutable(programs: readonly string[], environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const names = process.platform === 'win32' ? programs.flatMap((name) => [`${name}.exe`, `${name}.cmd`]) : programs;
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
}
