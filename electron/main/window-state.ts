import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const shape = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int().min(400).max(20_000),
  height: z.number().int().min(300).max(20_000),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof shape>;

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const fallback: WindowState = { width: 1360, height: 860, maximized: false };

/** Where the window stood when it was closed; the fallback for a first start or an unreadable file. A place on no screen is left out. */
export function readWindowState(file: string, screens: readonly Rectangle[]): WindowState {
  const state = parse(file);
  if (state === undefined) return fallback;
  const { x, y, ...rest } = state;
  if (x === undefined || y === undefined || !isOnScreen({ x, y, width: rest.width, height: rest.height }, screens)) return rest;
  return state;
}

function parse(file: string): WindowState | undefined {
  try {
    return shape.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Enough of the title bar must be reachable to move the window. */
const isOnScreen = (window: Rectangle, screens: readonly Rectangle[]): boolean =>
  screens.some(
    (screen) =>
      window.x + window.width > screen.x + 80 &&
      window.x < screen.x + screen.width - 80 &&
      window.y >= screen.y - 8 &&
      window.y < screen.y + screen.height - 40,
  );

/** Best effort: a window that opens in another place is no reason to fail. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // The folder may be gone while the program ends.
  }
}
