/** The Desktop Entry that starts a program at login (freedesktop.org Autostart specification): Electron has no call for it on Linux. */
export const autostartEntry = (command: readonly string[]): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Signalbox',
    `Exec=${command.map(quoted).join(' ')}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');

/** Quoting of the Desktop Entry specification: `"`, `` ` ``, `$` and `\` are escaped, and `%` doubled. */
const quoted = (word: string): string =>
  `"${word
    .replace(/["`$\\]/g, (mark) => `\\${mark}`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;
