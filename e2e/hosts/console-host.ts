import type { ElectronApplication, Page } from '@playwright/test';

/** The hosts on which the same specs run. The stand-in is no Electron: reports name it as what it is. */
export type HostName = 'served' | 'stand-in' | 'electron';

export interface HostOptions {
  /** URL of the scripted upstream. */
  readonly upstream: string;
  /** Data folder, empty at the first start. */
  readonly data: string;
  /** `--set KEY=JSON` of this start. */
  readonly settings: readonly string[];
}

/** A running console with its gateway. */
export interface RunningConsole {
  readonly host: HostName;
  readonly page: Page;
  /** Where the agent connects. */
  readonly gateway: string;
  /** Where the console is served; undefined in desktop hosts, which open no console port. */
  readonly console: { readonly url: string; readonly token: string } | undefined;
  /** The main process, in desktop hosts. */
  readonly electron: ElectronApplication | undefined;
  /** Stops the program; its exit code. */
  stop(): Promise<number | null>;
}
