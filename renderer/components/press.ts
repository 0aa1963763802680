import type { MouseEvent } from 'react';

/**
 * Chooses a row where it is pressed, not where it is let go: rows move and are written anew while calls stream, and a click needs the same
 * element at both ends. A click without a pointer (a key, a screen reader) has no press before it.
 */
export const press = (choose: () => void) => ({
  onMouseDown: (event: MouseEvent) => {
    if (event.button === 0) choose();
  },
  onClick: (event: MouseEvent) => {
    if (event.detail === 0) choose();
  },
});
