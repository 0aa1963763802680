import { isJsonObject, type Json, type JsonObject } from '../../../shared/json.ts';
import type { RawText } from '../turn/raw-text.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { anthropicHistory } from './anthropic-document.ts';
import { chatHistory } from './chat-document.ts';
import type { DialectHistory } from './dialect-history.ts';
import type { HistoryEdit } from './history-edit.ts';
import type { CallNode, HistoryNode, NodeRef } from './history-node.ts';
import { MessageList } from './message-list.ts';
import { responsesHistory } from './responses-document.ts';

const histories: { readonly [D in Dialect]: DialectHistory } = {
  'openai-chat': chatHistory,
  'anthropic-messages': anthropicHistory,
  'openai-responses': responsesHistory,
};

/**
 * The history of one request as neutral nodes over its raw text, and the only place that writes changes into it (wire 3.2: untouched bytes
 * stay). Stages look at nodes and hand in edits; `write` gives the body. No edits: the very same string.
 */
export class HistoryDocument {
  readonly dialect: DialectHistory;
  /** The request's other members. */
  readonly body: JsonObject;
  private readonly list: MessageList;
  private readonly nodes = new Map<number, HistoryNode | undefined>();

  private constructor(dialect: DialectHistory, body: JsonObject, text: RawText, values: readonly Json[]) {
    this.dialect = dialect;
    this.body = body;
    this.list = new MessageList(text, dialect.key, values);
  }

  /** Undefined: there is no list of messages (a plain text as `input`, a history that the server holds). */
  static read(dialect: Dialect, body: JsonObject, text: RawText): HistoryDocument | undefined {
    const history = histories[dialect];
    const values = body[history.key];
    return Array.isArray(values) ? new HistoryDocument(history, body, text, values as readonly Json[]) : undefined;
  }

  /** Entries that the agent sent; refs with `extra` 0 go from 0 to this. */
  get length(): number {
    return this.list.length;
  }

  get changed(): boolean {
    return this.list.changed;
  }

  /** The entry as it stands now; undefined when it is gone. */
  node(ref: NodeRef): HistoryNode | undefined {
    if (ref.extra > 0) return this.read(ref);
    if (!this.nodes.has(ref.at)) this.nodes.set(ref.at, this.read(ref));
    return this.nodes.get(ref.at);
  }

  /** The calls of an entry as the agent sent them: a repair that keeps a history readable is none of the model's doing. */
  sentCalls(node: HistoryNode): readonly CallNode[] {
    const sent = this.list.sent(node.ref);
    if (!isJsonObject(sent) || sent === this.list.value(node.ref)) return node.calls;
    return this.dialect.read(sent, node.ref).calls;
  }

  /** True when one of the `most` entries in front of `index` holds a result of this call, as the agent sent them. */
  isAnswered(callId: string, index: number, most: number): boolean {
    for (let at = index - 1; at >= Math.max(0, index - most); at -= 1) {
      const sent = this.list.sent({ at, extra: 0 });
      if (isJsonObject(sent) && this.dialect.read(sent, { at, extra: 0 }).results.some((result) => result.callId === callId)) return true;
    }
    return false;
  }

  /** All entries that stand now, from the agent's entry `from` on. */
  *from(from = -1): Generator<HistoryNode> {
    for (const ref of this.list.refs(from)) {
      const node = this.node(ref);
      if (node !== undefined) yield node;
    }
  }

  /** What stands behind `seen`: the rest for a fold that has read up to there; undefined: all. */
  *after(seen: NodeRef | undefined): Generator<HistoryNode> {
    for (const node of this.from(seen?.at ?? -1)) {
      if (seen === undefined || node.ref.at > seen.at || node.ref.extra > seen.extra) yield node;
    }
  }

  /** The last entry that stands among those up to the agent's entry `at`. */
  lastUpTo(at: number): HistoryNode | undefined {
    const ref = this.list.previous({ at: at + 1, extra: 0 });
    return ref === undefined ? undefined : this.node(ref);
  }

  /** The last entry that stands; undefined in an empty history. */
  last(): HistoryNode | undefined {
    return this.lastUpTo(this.list.length - 1);
  }

  /** Makes one batch of edits; all or none: a failure leaves the document as it was and is thrown. */
  apply(edits: readonly HistoryEdit[]): void {
    if (edits.length === 0) return;
    const undo = this.list.checkpoint();
    this.nodes.clear();
    try {
      this.dialect.apply(this.list, edits);
    } catch (cause) {
      undo();
      throw cause;
    }
  }

  write(): string {
    return this.list.write();
  }

  private read(ref: NodeRef): HistoryNode | undefined {
    const value = this.list.value(ref);
    return value === undefined ? undefined : this.dialect.read(isJsonObject(value) ? value : {}, ref);
  }
}
