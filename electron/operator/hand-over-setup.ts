import type { Settings } from '../../shared/settings.ts';
import type { Journal } from '../journal/journal-service.ts';

/** What exports, imports and replays are given. */
export interface HandOverSetup {
  readonly journal: Pick<Journal, 'flush'>;
  /** The data folder. */
  readonly folder: string;
  readonly version: string;
  readonly settings: () => Settings;
  /** Secrets known by value. */
  readonly known: () => readonly string[];
  readonly now: () => number;
  readonly newId: () => string;
  readonly onBug: (name: string, error: unknown) => void;
  /** The worker's script: given by hosts that are bundled. */
  readonly worker?: URL | undefined;
}
