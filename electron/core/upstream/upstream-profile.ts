/** Shape quirks of one kind of upstream as data (wire 3.6, contract 2.4). */
export interface UpstreamProfile {
  readonly id: string;
  readonly title: string;
  /** Parts of the upstream's host or of the model's name that suggest this profile; `upstreams.<name>.profile` overrules. */
  readonly hosts: readonly string[];
  readonly models: readonly string[];
  /** Alphabet of derived call ids. */
  readonly idStyle: 'dialect' | 'mistral';
  /** Assistant text beside tool calls in history: some want it absent or null, some refuse an empty or missing one. */
  readonly textBesideCalls: 'any' | 'required' | 'forbidden';
  /** `user` may not follow `tool` directly (error 3230): nothing is appended as a user message there. */
  readonly userAfterTool: boolean;
  /** Past arguments that are no JSON are rejected by the server's chat template. */
  readonly strictPastArguments: boolean;
  /** A tool result with empty content is rejected. */
  readonly emptyResult: boolean;
}
