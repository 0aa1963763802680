import type { KnownSecrets } from '../../core/secret/redact.ts';
import type { ExportSource } from './export-source.ts';

/**
 * One file of an export, in pieces. A text piece is whole records, so that the secret guard sees whole values; bytes go out as they are, and
 * who makes them has guarded what is in them.
 */
export type ExportPieces = AsyncIterable<string | Uint8Array>;

/** How a file is to be written. */
export interface ExportWish {
  /** Search everything for secrets once more. */
  readonly redact: boolean;
  readonly known: KnownSecrets;
}

/** One export format (feature 16). A new one is one file here and one line in the index. */
export interface Exporter {
  readonly id: string;
  readonly title: string;
  /** With its dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** Its name inside a bundle. */
  readonly fileName: string;
  write(source: ExportSource, wish: ExportWish): ExportPieces;
}
