import { app, type Session, type WebContents, type WebPreferences } from 'electron';
import { isConsolePage } from './console-page.ts';

/** The page has no Node, its own world and Chromium's sandbox; it reaches the program through the preload only. */
export const safeWebPreferences = (preload: string): WebPreferences => ({
  preload,
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
  safeDialogs: true,
});

/** Refuses what a console never needs: permissions, requests to other places, navigation, new windows, embedded pages. */
export function hardenSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, decide) => decide({ cancel: !isLocal(details.url) }));
  session.setSpellCheckerEnabled(false);
}

export function hardenAllContents(): void {
  app.on('web-contents-created', (_event, contents) => hardenContents(contents));
}

function hardenContents(contents: WebContents): void {
  const denyOther = (event: { readonly url: string; preventDefault(): void }) => {
    if (!isConsolePage(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', denyOther);
  contents.on('will-redirect', denyOther);
  contents.on('will-frame-navigate', denyOther);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // The console has no links: what asks for a window, here or in the browser, is not the console's own doing.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

const isLocal = (url: string): boolean =>
  isConsolePage(url) || url.startsWith('data:') || url.startsWith('blob:') || url.startsWith('devtools:');
