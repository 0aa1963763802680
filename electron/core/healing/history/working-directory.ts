import type { TurnRequest } from '../../turn/turn.ts';

/** How agents tell the working directory: in the system prompt or in an environment block of the first message. */
const TOLD: readonly RegExp[] = [
  /^[ \t]*(?:[-*•] )?(?:<cwd>|cwd: |(?:primary |current )?working directory(?: \(cwd\))?: )[ \t]*`?(\/[^\n<`]{0,500})/gim,
  /\bcurrent (?:working|workspace) directory \((\/[^)\n]{0,500})\)/gi,
  /\bcurrent working directory is:? `?(\/[^\s`'")<]{0,500}[^\s`'")<.])/gi,
];

/** The one working directory that the agent has told; undefined where it told none, or several. */
export function workingDirectoryOf(request: TurnRequest): string | undefined {
  const found = new Set<string>();
  let users = 0;
  for (const item of request.history) {
    if (item.type !== 'system' && item.type !== 'user') continue;
    if (item.type === 'user' && (users += 1) > 1) continue;
    for (const pattern of TOLD) for (const match of item.text.matchAll(pattern)) if (match[1] !== undefined) found.add(match[1].trim());
  }
  const [only, ...others] = found;
  return others.length === 0 ? only : undefined;
}
