import { BrowserWindow, nativeTheme, screen } from 'electron';
import { desktopChannels, type ConsoleCommand } from '../../shared/ipc/desktop-bridge.ts';
import { CONSOLE_URL } from './console-page.ts';
import { safeWebPreferences } from './hardening.ts';
import { readWindowState, writeWindowState } from './window-state.ts';

export interface AppWindowParts {
  readonly preload: string;
  /** Where size and place are remembered. */
  readonly stateFile: string;
  readonly icon: string;
}

/** The one window of the desktop console. Closing it leaves the gateway running; the tray brings it back. */
export class AppWindow {
  readonly #parts: AppWindowParts;
  #window: BrowserWindow | undefined;
  #onScreen: string | undefined;

  constructor(parts: AppWindowParts) {
    this.#parts = parts;
  }

  get browserWindow(): BrowserWindow | undefined {
    return this.#window;
  }

  get isFocused(): boolean {
    return this.#window?.isFocused() ?? false;
  }

  /** The session that the window's page shows; undefined where it shows many or none. */
  get onScreen(): string | undefined {
    return this.#onScreen;
  }

  set onScreen(session: string | undefined) {
    this.#onScreen = session;
  }

  /** Opens the window, or brings the open one to the front. */
  show(): void {
    if (this.#window === undefined) {
      this.#window = this.#open();
      return;
    }
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  /** Shows the window and tells its page to do something. A page that still loads gets it when it is there. */
  command(command: ConsoleCommand): void {
    this.show();
    const contents = this.#window?.webContents;
    if (contents === undefined) return;
    if (contents.isLoading()) contents.once('did-finish-load', () => contents.send(desktopChannels.command, command));
    else contents.send(desktopChannels.command, command);
  }

  #open(): BrowserWindow {
    const state = readWindowState(
      this.#parts.stateFile,
      screen.getAllDisplays().map((display) => display.workArea),
    );
    const { x, y, width, height, maximized } = state;
    const window = new BrowserWindow({
      ...(x === undefined || y === undefined ? {} : { x, y }),
      width,
      height,
      minWidth: 880,
      minHeight: 560,
      show: false,
      title: 'Signalbox',
      icon: this.#parts.icon,
      autoHideMenuBar: true,
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#141414' : '#ffffff',
      webPreferences: safeWebPreferences(this.#parts.preload),
    });
    if (maximized) window.maximize();
    window.once('ready-to-show', () => window.show());
    window.on('close', () => writeWindowState(this.#parts.stateFile, { ...window.getNormalBounds(), maximized: window.isMaximized() }));
    window.on('closed', () => {
      this.#window = undefined;
      this.#onScreen = undefined;
    });
    void window.loadURL(CONSOLE_URL);
    return window;
  }
}
