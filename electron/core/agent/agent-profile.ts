/** What a tool of a known agent is for. One tool may have several roles. */
export type ToolRole = 'read' | 'list' | 'search' | 'edit' | 'write' | 'shell' | 'fetch' | 'code' | 'delegate' | 'ask' | 'plan';

/** Text around something: removed as one piece, from `open` to the next `close`. */
export interface Envelope {
  readonly open: string;
  readonly close: string;
}

/** How an agent wraps the error of a tool that did not run or failed (errors.md part A1). Matched at the start of the result, as text. */
export interface ErrorEnvelope {
  readonly open: string;
  /** '' where the envelope is a prefix only. */
  readonly close: string;
  /** `harness`: only the agent itself writes this, so the call was refused before a tool ran. `tool`: the tool ran and failed. */
  readonly by: 'harness' | 'tool';
}

/** What counts as life for the agent's own idle watch (agents.md, "Waiting for the first event"). Zero: it never gives up. */
export interface Patience {
  readonly headMs: number;
  readonly idleMs: number;
  readonly comments: boolean;
  readonly pings: boolean;
}

/**
 * One known agent as data (architecture 5: core knows no agent name; this table does). A profile is one file and one line in
 * `profiles/index.ts`. Facts were measured on the real programs (agents.md) or read in their releases (errors.md).
 */
export interface AgentProfile {
  readonly id: string;
  readonly title: string;
  /** Any one is enough. Compared in lower case. */
  readonly recognise: {
    /** Beginnings of the `user-agent`. */
    readonly userAgents: readonly string[];
    /** A header that only this agent sends; `includes` '' means: present. */
    readonly headers: readonly { readonly name: string; readonly includes: string }[];
    /** Advertised together, these names mean this agent (exact case). */
    readonly toolSets: readonly (readonly string[])[];
  };
  /** Request headers that carry the session, first match counts (wire 3.8). */
  readonly sessionHeaders: readonly string[];
  /** Keys of `TurnRequest.keys` that carry the session, first match counts. */
  readonly sessionKeys: readonly string[];
  /** Request headers that tell sub-agents apart inside a session. */
  readonly threadHeaders: readonly string[];
  readonly patience: Patience;
  /** Roles of the agent's own tools, by exact name. */
  readonly tools: Readonly<Record<string, readonly ToolRole[]>>;
  readonly errorEnvelopes: readonly ErrorEnvelope[];
  /** What the agent adds to user messages by itself: without it an empty message is no real one (contract 2.6). */
  readonly userEnvelopes: readonly Envelope[];
  /** Parts of a result that differ from run to run though nothing changed. Each must be linear. */
  readonly volatile: readonly RegExp[];
}
