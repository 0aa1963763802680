import type { Dialect } from '../../shared/vocabulary.ts';

/** A call as the client would run it. */
export interface ClientCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** What one client made of one exchange. */
export interface ClientRun {
  readonly text: string;
  /** Calls that the client takes for complete. */
  readonly calls: readonly ClientCall[];
  readonly finish: string | undefined;
  /** The client gave the exchange up. `own`: by an error of its own kind, not by a crash inside it. */
  readonly error:
    | { readonly name: string; readonly message: string; readonly status: number | undefined; readonly own: boolean }
    | undefined;
}

export interface ClientAsk {
  /** The gateway's address, without `/v1`. */
  readonly base: string;
  readonly stream: boolean;
  /** A request of its own: one that failed before is answered otherwise (wire 3.5). */
  readonly prompt: string;
  readonly signal: AbortSignal;
}

/** An official client, unchanged, without its own retries. */
export interface Client {
  readonly name: string;
  readonly dialect: Dialect;
  run(ask: ClientAsk): Promise<ClientRun>;
}

/** The tool that every client advertises. */
export const bashSchema = {
  type: 'object' as const,
  properties: { command: { type: 'string' as const } },
  required: ['command'],
};

let asked = 0;

/** Runs a client; an exchange that never ends is an error of no own kind. */
export async function runClient(client: Client, base: string, stream: boolean, limitMs = 8_000): Promise<ClientRun> {
  const limit = AbortSignal.timeout(limitMs);
  const run = await client.run({ base, stream, prompt: `Do step ${(asked += 1)}.`, signal: limit });
  return limit.aborted ? { ...run, error: { name: 'Hang', message: `no end within ${limitMs} ms`, status: undefined, own: false } } : run;
}

/** The run of a client that threw; `own` says whether the error is of the client's own kind. */
export function failedRun(error: unknown, own: boolean): ClientRun {
  const status =
    (error as { status?: unknown; statusCode?: unknown } | null)?.status ?? (error as { statusCode?: unknown } | null)?.statusCode;
  return {
    text: '',
    calls: [],
    finish: undefined,
    error: {
      name: error instanceof Error ? error.name : typeof error,
      message: error instanceof Error ? error.message : JSON.stringify(error),
      status: typeof status === 'number' ? status : undefined,
      own,
    },
  };
}
