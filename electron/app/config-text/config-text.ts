import type { Json } from '../../../shared/json.ts';
import type { Result } from '../../../shared/result.ts';

/** Keys and list positions from the root of a configuration. */
export type ConfigPath = readonly (string | number)[];

/** Reads and edits one kind of configuration file as text, so that what it does not touch stays byte for byte. */
export interface ConfigText {
  /** The whole configuration; the error says why the text is none. An empty text is an empty configuration. */
  read(text: string): Result<Json, string>;
  /** The text with the string at `path` set, or taken out with undefined. The error says what stands in the way. */
  write(text: string, path: ConfigPath, value: string | undefined): Result<string, string>;
}
