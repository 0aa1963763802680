import type { Json, JsonObject } from '../../../shared/json.ts';
import type { ReplyContext } from '../leak/leak-verdict.ts';
import type { AdvertisedTool } from '../turn/turn.ts';
import { replyContext } from './reply-context.ts';

/** One row of the case files: see the catalogue in their folder. */
export interface LeakRow {
  readonly id: string;
  readonly family: string;
  readonly tools?: readonly RowTool[];
  readonly tool_choice?: string | { readonly name: string };
  readonly parallel?: boolean;
  readonly structured?: boolean;
  readonly stop?: readonly string[];
  readonly stop_hit?: string;
  readonly text: string;
  readonly reasoning?: string;
  readonly finish_reason?: string;
  readonly native_calls?: readonly unknown[];
  readonly expect: {
    readonly outcome: 'recover' | 'ask' | 'refuse' | 'pass' | 'strip';
    readonly also_ok?: readonly string[];
    readonly reason: string;
    readonly calls?: readonly { readonly name: string; readonly arguments: Json; readonly arguments_raw?: string }[];
    readonly leftover_text?: string;
  };
}

interface RowTool {
  readonly name: string;
  readonly parameters?: JsonObject;
  readonly function?: RowTool;
}

/** The context in which a row is judged. */
export function rowContext(row: LeakRow): ReplyContext {
  const tools =
    row.tool_choice === 'none'
      ? []
      : (row.tools ?? []).map((tool): AdvertisedTool => {
          const inner = tool.function ?? tool;
          return { name: inner.name, kind: 'function', description: '', schema: inner.parameters };
        });
  const forced = typeof row.tool_choice === 'object' ? row.tool_choice.name : undefined;
  return replyContext({
    tools: forced === undefined ? tools : tools.filter((tool) => tool.name === forced),
    singleCall: row.parallel === false,
    structuredOutput: row.structured === true,
    barred: row.finish_reason === 'content_filter',
    stopSequence: row.finish_reason === 'stop_sequence' ? (row.stop_hit ?? row.stop?.[0]) : undefined,
    reasoning: row.reasoning ?? '',
    hasNativeCall: (row.native_calls ?? []).length > 0,
    endedByLength: row.finish_reason === 'length' || row.finish_reason === 'max_tokens',
  });
}

/** Cuts a text into pieces of pseudo-random lengths; the same seed gives the same pieces. */
export function piecesOf(text: string, seed: number, longest: number): readonly string[] {
  const pieces: string[] = [];
  let state = seed * 2_654_435_761 + 1;
  for (let at = 0; at < text.length; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const length = 1 + ((state >>> 8) % longest);
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}
