import type { Settings } from '../../shared/settings.ts';
import type { ExportJournal } from '../journal/exporters/export-source.ts';

/** What exports, imports and replays are given. */
export interface HandOverSetup {
  readonly journal: ExportJournal;
  /** The data folder. */
  readonly folder: string;
  readonly version: string;
  readonly settings: () => Settings;
  /** Secrets known by value. */
  readonly known: () => readonly string[];
  readonly now: () => number;
  readonly newId: () => string;
  readonly onBug: (name: string, error: unknown) => void;
}
