import { type KnownSecrets, redactJsonText } from '../../core/secret/redact.ts';

/** What the guard blanked, by kind of secret. */
export type GuardCounts = Readonly<Record<string, number>>;

/**
 * The last look at what leaves (interfaces 4.5): the journal is redacted already, and each piece of an export is searched once more. Blanked
 * to equal length, so that JSON stays JSON. A piece is whole records: a secret does not lie across two.
 */
export class SecretGuard {
  readonly #known: KnownSecrets;
  readonly #counts = new Map<string, number>();

  constructor(known: KnownSecrets) {
    this.#known = known;
  }

  clean(piece: string): string {
    const { text, spans } = redactJsonText(piece, this.#known);
    for (const { kind } of spans) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    return text;
  }

  get counts(): GuardCounts {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
