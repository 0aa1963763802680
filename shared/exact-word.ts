/**
 * A filter word that finds just this name: `tool:"Read"` and neither `read` nor `ReadFile` (design 6 "Habits"). In quotation marks everything
 * stands for itself, and `""` for one of them.
 */
export const exactWord = (key: string, name: string): string => `${key}:"${name.replaceAll('"', '""')}"`;
