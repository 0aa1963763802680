/**
 * The part of Electron's command line that is ours: what stands behind `--`, where Chromium reads no switches. A packaged program is
 * started without it: then everything that is no switch of Chromium's own debugging is ours.
 */
export function ownArguments(argv: readonly string[], isPackaged: boolean): readonly string[] {
  const marker = argv.indexOf('--');
  if (marker >= 0) return argv.slice(marker + 1);
  return isPackaged ? argv.slice(1) : [];
}
