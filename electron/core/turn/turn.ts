import type { JsonObject } from '../../../shared/json.ts';
import type { Dialect, FinishReason } from '../../../shared/vocabulary.ts';

/** A tool that this request advertises. Only `function` tools are ever recovered, checked or healed (2.5.0). */
export interface AdvertisedTool {
  readonly name: string;
  readonly kind: 'function' | 'custom' | 'server' | 'mcp' | 'deferred';
  readonly description: string;
  /** The parameters' JSON Schema; undefined when the tool carries none. */
  readonly schema: JsonObject | undefined;
  /** Responses: the `namespace` that holds it. Agents find the tool by both. */
  readonly namespace?: string | undefined;
}

/** A call in history, as the agent sent it. `arguments` is the raw text where the dialect has text, else the raw JSON substring. */
export interface HistoryCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly kind: 'function' | 'custom' | 'server';
}

export interface HistoryResult {
  readonly callId: string;
  /** The joined text blocks. */
  readonly text: string;
  /** The dialect's error flag; undefined where it has none or sent none. */
  readonly isError: boolean | undefined;
}

/** One entry of the request's history, dialect-free. `index` is its place in `messages` / `input`. */
export type HistoryItem =
  | { readonly type: 'system'; readonly index: number; readonly text: string }
  | { readonly type: 'user'; readonly index: number; readonly text: string }
  | {
      readonly type: 'assistant';
      readonly index: number;
      readonly text: string;
      readonly reasoning: string;
      readonly calls: readonly HistoryCall[];
    }
  | { readonly type: 'results'; readonly index: number; readonly results: readonly HistoryResult[] };

/** What one request asks for, dialect-free. */
export interface TurnRequest {
  readonly dialect: Dialect;
  readonly model: string;
  readonly stream: boolean;
  /** Tools as advertised; already narrowed by a forced tool or `allowed_tools`; empty when forbidden (`tool_choice` none). */
  readonly tools: readonly AdvertisedTool[];
  /** True when tools are offered whose names are not all known here: deferred, MCP, server-held (2.5.0). */
  readonly openToolSet: boolean;
  /** `parallel_tool_calls: false` / `disable_parallel_tool_use`, or a client that reads one call only: never more than one leaves. */
  readonly singleCall: boolean;
  /** The client's form of a call has no id (the `functions` of old): none is missing. */
  readonly idless?: boolean | undefined;
  /** Structured output was asked for: `common` JSON formats are off. */
  readonly structuredOutput: boolean;
  /** n > 1. */
  readonly choices: number;
  readonly background: boolean;
  /** The server holds the history (2.2): observe only. */
  readonly serverHeld: boolean;
  readonly stopSequences: readonly string[];
  readonly history: readonly HistoryItem[];
  /** Conversation keys found in the body (`prompt_cache_key`, `metadata.user_id`, `thread` …), by name. */
  readonly keys: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

/** A native call of a reply after assembly. `complete` means closed by the dialect or, where it has no closer, balanced JSON. */
export interface ReplyCall {
  readonly key: string;
  readonly choice: number;
  readonly id: string;
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly kind: 'function' | 'custom' | 'server';
  readonly arguments: string;
  readonly complete: boolean;
}

/** Token counts as the upstream reported them; undefined where it said nothing. */
export interface Usage {
  readonly input: number | undefined;
  readonly output: number | undefined;
}

/** A reply after assembly, one per choice. */
export interface Reply {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ReplyCall[];
  readonly finish: FinishReason;
  readonly usage: Usage;
}

/** A native call that Signalbox writes itself: recovered, healed or overridden. `arguments` is the exact JSON text. */
export interface NewCall {
  readonly id: string;
  readonly name: string;
  /** Where its tool stands; absent: at the top, or the dialect has none. */
  readonly namespace?: string | undefined;
  readonly arguments: string;
}
