/** What the operator's settings ask of the journal. */
export interface JournalOptions {
  readonly maxBytes: number;
  readonly maxDays: number;
  readonly bodies: 'redacted' | 'none';
  readonly passthrough: 'summary' | 'full';
  /** Secrets known by value: upstream keys, the gateway token. */
  readonly knownSecrets: readonly string[];
}

/** Where redaction found secrets, for the entry `secret-redacted`. */
export interface SecretsFound {
  readonly session: string;
  readonly thread: string;
  readonly turn: string;
  readonly where: string;
  readonly kinds: readonly string[];
  readonly count: number;
}
