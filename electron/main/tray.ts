import { join } from 'node:path';
import { app, clipboard, Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron';
import type { ConsoleApp } from '../app/console-app.ts';
import type { AppWindow } from './app-window.ts';
import { PendingApprovals } from './pending-approvals.ts';

export interface TrayParts {
  readonly window: AppWindow;
  readonly program: ConsoleApp;
  /** Folder of the icons. */
  readonly icons: string;
}

/** The tray item: how many calls wait, and the way back to the window. The same number is the badge of the dock. */
export function putInTray({ window, program, icons }: TrayParts): void {
  const calm = nativeImage.createFromPath(join(icons, 'tray.png'));
  const waiting = nativeImage.createFromPath(join(icons, 'tray-held.png'));
  const tray = new Tray(calm);
  const pending = new PendingApprovals();

  const show = () => {
    const count = pending.count;
    const summary = count === 0 ? 'nothing waits' : count === 1 ? '1 call waits for you' : `${count} calls wait for you`;
    tray.setToolTip(`Signalbox: ${summary}`);
    tray.setImage(count === 0 ? calm : waiting);
    tray.setContextMenu(Menu.buildFromTemplate(itemsOf(summary)));
    app.setBadgeCount(count);
  };
  const itemsOf = (summary: string): MenuItemConstructorOptions[] => [
    { id: 'approvals', label: `Approvals: ${summary}`, click: () => window.command({ type: 'open', place: 'approvals' }) },
    { id: 'open', label: 'Open Signalbox', click: () => window.show() },
    { type: 'separator' },
    { id: 'copy-address', label: `Copy gateway address (${program.gateway})`, click: () => void clipboard.writeText(program.gateway) },
    { type: 'separator' },
    { id: 'quit', label: 'Quit', click: () => app.quit() },
  ];

  tray.on('click', () => window.show());
  program.onEntries((entries) => {
    if (entries.filter((entry) => pending.apply(entry)).length > 0) show();
  });
  show();
}
