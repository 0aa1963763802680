/** The name of a new plug-in in the spellings that its files need. */
export interface PluginName {
  /** As given, `acme-call`: file name and id. */
  readonly id: string;
  /** `acmeCall`: the exported constant. */
  readonly constant: string;
  /** `Acme call`. */
  readonly title: string;
  /** `ACME_CALL`. */
  readonly upper: string;
}

/** A catalogue that is data: one file a plug-in, a table beside it, and its line in the index. Paths from the checkout's root. */
export interface PluginKind {
  readonly kind: string;
  readonly folder: string;
  /** The text directly in front of the catalogue's entries in `index.ts`. */
  readonly list: string;
  /** What has to be filled in before its tests pass. */
  readonly next: string;
  readonly source: (name: PluginName) => string;
  readonly test: (name: PluginName) => string;
}
