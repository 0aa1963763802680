import type { Preferences } from '../store/preferences.ts';

/** `system` leaves the choice to `prefers-color-scheme` in tokens.css. */
export function applyTheme(theme: Preferences['theme']): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export const nextTheme = { system: 'dark', dark: 'light', light: 'system' } as const;
