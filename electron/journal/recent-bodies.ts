/** A body as the agent sent it, or as it went to the endpoint when something acted on it: each kind goes on from the last of its own. */
export type BodyKind = 'sent' | 'forwarded';

/** What both sides of the transfer remember of a body. */
export interface RecentBody {
  /** Its number among all that were sent. */
  readonly n: number;
  readonly kind: BodyKind;
  /** In bytes. */
  readonly length: number;
}

/** Bytes that two bodies must share at least: a shorter body is of no use to another one, and is not remembered. */
export const minShared = 1024;
/** Sub-agents and title requests take turns with the conversation itself. */
const maxPerSession = 6;
const maxBytes = 16 * 1024 * 1024;

/**
 * The newest bodies of each session, bounded. What is forgotten depends on lengths and order alone, so that two sides that see the same
 * bodies remember the same ones.
 */
export class RecentBodies<B extends RecentBody> {
  /** Least recently used session first; the newest body of each first. */
  private readonly sessions = new Map<string, readonly B[]>();
  private size = 0;

  of(session: string): readonly B[] {
    return this.sessions.get(session) ?? [];
  }

  /** `replaced` is the body that this one goes on from: it is not needed any more. */
  remember(session: string, body: B, replaced: B | undefined): void {
    if (body.length < minShared) return;
    const before = this.of(session);
    const others = before.filter((one) => one !== replaced).slice(0, maxPerSession - 1);
    this.sessions.delete(session);
    this.sessions.set(session, [body, ...others]);
    this.size += body.length + sizeOf(others) - sizeOf(before);
    for (const [oldest, bodies] of this.sessions) {
      if (this.size <= maxBytes) break;
      this.sessions.delete(oldest);
      this.size -= sizeOf(bodies);
    }
  }
}

const sizeOf = (bodies: readonly RecentBody[]): number => bodies.reduce((sum, body) => sum + body.length, 0);
