import { stableHash } from '../../turn/stable-hash.ts';

/** A content part of a message as the client has it. */
export interface ClientPart {
  text: string;
  /** The part object of a part that is no text (a refusal): it only keeps its place. */
  readonly other: string | undefined;
  /** `content_part.added` left. */
  added: boolean;
  textDone: boolean;
  partDone: boolean;
}

/** An output item as the client has it. */
export interface ClientItem {
  readonly index: number;
  readonly id: string;
  readonly type: string;
  /** The item object of `output_item.added`, as it left. */
  readonly addedText: string;
  readonly parts: Map<number, ClientPart>;
  /** Text of a reasoning item per part: `s0` for a summary, `c0` for content. */
  readonly reasoning: Map<string, string>;
  /** The upstream's id was taken: it must not appear anywhere. */
  readonly renamed: boolean;
  arguments: string;
  argumentsDone: boolean;
  done: boolean;
  /** The item object of `output_item.done`, as it left. */
  finalText: string | undefined;
}

/** The client's view of the reply: what left, under which numbers. */
export class ClientReply {
  readonly items: ClientItem[] = [];
  /** The raw `response` object of the first opening event that left or would have left. */
  responseText: string | undefined;
  responseId = '';
  model = '';
  created = false;
  ended = false;
  /** False once the upstream's first event carried no sequence number: then none is added. */
  numbered = true;
  sequence = -1;
  private readonly ids = new Set<string>();

  /** The number for the next event: the upstream's own while it rises. */
  nextSequence(upstream: number | undefined): number {
    this.sequence = upstream !== undefined && upstream > this.sequence ? upstream : this.sequence + 1;
    return this.sequence;
  }

  /** `wanted` if it is given and free, else an id derived from the response's (repeatable, unique over turns: upstreams refuse repeated ids). */
  freeId(wanted: string, prefix: string): string {
    if (wanted !== '' && !this.ids.has(wanted)) return wanted;
    const base = this.responseId.replace(/^resp_/, '');
    for (let n = this.items.length; ; n += 1) {
      const id = `${prefix}_${base}_${n}`;
      if (!this.ids.has(id)) return id;
    }
  }

  add(id: string, type: string, addedText: string, renamed = false): ClientItem {
    this.ids.add(id);
    const item: ClientItem = {
      index: this.items.length,
      id,
      type,
      addedText,
      parts: new Map(),
      reasoning: new Map(),
      renamed,
      arguments: '',
      argumentsDone: false,
      done: false,
      finalText: undefined,
    };
    this.items.push(item);
    return item;
  }

  /** Takes id and model of the reply's response object; without an id one is made from `seed`. */
  identify(id: string, model: string, seed: string): void {
    if (this.responseId === '') this.responseId = id || `resp_${stableHash(seed)}`;
    if (this.model === '') this.model = model;
  }
}
