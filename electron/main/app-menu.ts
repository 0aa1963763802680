import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { AppWindow } from './app-window.ts';

/** The application menu: what the OS expects, and the console's own commands. It replaces Electron's, which reloads and opens developer tools. */
export function setAppMenu(window: AppWindow): void {
  const isMac = process.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [
        { id: 'palette', label: 'Command palette', click: () => window.command({ type: 'palette' }) },
        { role: 'close' },
        ...(isMac ? [] : [{ role: 'quit' } as const]),
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { type: 'separator' }, { role: 'togglefullscreen' }],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [{ id: 'help', label: 'Keys', click: () => window.command({ type: 'help' }) }] },
  ];
  // A developer's run may look inside; a packaged program may not.
  if (!app.isPackaged) template.push({ label: 'Develop', submenu: [{ role: 'reload' }, { role: 'toggleDevTools' }] });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
