import type { TagReader } from './tag-reader.ts';

/** The head of a parameter: its name and, where the format has one, its own type mark. */
export interface ParameterHead {
  readonly name: string;
  /** `string="true|false"`: the mark decides; undefined: the schema does (contract 2.4). */
  readonly mark: 'string' | 'json' | undefined;
  /** Where the tags carry the parameter's own name (`<path>…</path>`): they stand for the grammar's. */
  readonly tags?: { readonly open: string; readonly close: string } | undefined;
}

/**
 * A tag-structured leak syntax as data (formats-b 0). None of these has an escape for its own closing tags, so where a value ends is read from
 * what follows: see `tagged-call.ts`.
 */
export interface TagGrammar {
  /** The tags around the calls; undefined: each call is an envelope of its own. */
  readonly section: { readonly open: TagReader<unknown>; readonly close: readonly string[] } | undefined;
  readonly call: TagReader<string>;
  readonly callClose: TagReader<unknown>;
  /** The literal that `callClose` ends with: a stop sequence equal to it counts as it. */
  readonly callCloser: string;
  readonly parameter: TagReader<ParameterHead>;
  /** Every parameter head begins with this: how nested ones in a value are found. */
  readonly parameterStart: string;
  readonly parameterClose: string;
  /** A framing newline is stripped as a pair, or the value is verbatim (contract 2.4). */
  readonly newline: 'pair' | 'verbatim';
  /** A value that is one CDATA section as a whole stands for its content: the format is XML (formats-b 1e). */
  readonly cdata?: boolean | undefined;
  /** A JSON object where parameters are due. */
  readonly jsonBody: 'listed' | 'degraded' | 'never';
  /** What stands behind the head of a section or a call only in a broken call: it is then refused, not taken for prose. */
  readonly brokenStarts: readonly string[];
}
