import { join } from 'node:path';
import { app, session } from 'electron';
import { createConsole } from '../app/create-console.ts';
import { createLog } from '../app/log.ts';
import { setAppMenu } from './app-menu.ts';
import { AppWindow } from './app-window.ts';
import { ownArguments } from './command-line.ts';
import { announceConsoleScheme, serveConsolePage } from './console-page.ts';
import { hardenAllContents, hardenSession } from './hardening.ts';
import { hostOperator } from './ipc-host.ts';
import { systemKeychain } from './keychain.ts';
import { followLoginItem } from './launch-at-login.ts';
import { claimSingleInstance, failToStart, quitCleanly, readOptions } from './lifecycle.ts';
import { notifyOperator } from './native-notifications.ts';
import { putInTray } from './tray.ts';

// The desktop host: it puts the parts together and decides nothing about traffic.
announceConsoleScheme();
hardenAllContents();
app.enableSandbox();

const root = app.getAppPath();
const options = readOptions(ownArguments(process.argv, app.isPackaged));
if (options !== undefined) {
  // Electron's own files stand beside the journal: one data folder is one instance.
  app.setPath('userData', join(options.data, 'desktop'));
  const window = new AppWindow({
    preload: join(root, 'out/preload/index.cjs'),
    stateFile: join(options.data, 'window.json'),
    icon: join(root, 'resources/icons/signalbox-256.png'),
  });
  if (claimSingleInstance(() => window.show())) {
    await app.whenReady();
    const created = await createConsole(options, {
      host: 'desktop',
      version: app.getVersion(),
      root,
      log: createLog(options.logLevel),
      cipher: systemKeychain(),
    });
    if (created.ok) {
      const { app: program, settings } = created.value;
      quitCleanly(() => program.stop());
      hardenSession(session.defaultSession);
      serveConsolePage(join(root, 'out/renderer'));
      hostOperator(program, (session) => {
        window.onScreen = session;
      });
      setAppMenu(window);
      putInTray({ window, program, icons: join(root, 'resources/icons') });
      followLoginItem(settings);
      notifyOperator({ window, program, settings });
      window.show();
    } else {
      failToStart(created.error);
    }
  }
}
