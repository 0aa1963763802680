import { deriveCallId } from '../turn/call-id.ts';
import type { NewCall } from '../turn/turn.ts';
import type { LaneContext } from './lane-context.ts';

/** Gives ids to calls that Signalbox writes (contract 2.4): repeatable, distinct in the reply and in the history. */
export class CallIds {
  private readonly context: LaneContext;
  private taken: Set<string> | undefined;
  private position = 0;

  constructor(context: LaneContext) {
    this.context = context;
  }

  /** Ids of the request's history: an upstream's id is kept only where it is unique. */
  inHistory(id: string): boolean {
    return this.known().has(id);
  }

  /** Calls with derived ids, in order. */
  name(calls: readonly { readonly name: string; readonly arguments: string }[]): readonly NewCall[] {
    return calls.map((call) => {
      const id = deriveCallId(
        {
          dialect: this.context.request.dialect,
          style: this.context.idStyle,
          historyHash: this.context.historyHash,
          position: this.position,
          name: call.name,
          arguments: call.arguments,
        },
        this.known(),
      );
      this.position += 1;
      this.known().add(id);
      return { id, name: call.name, arguments: call.arguments };
    });
  }

  private known(): Set<string> {
    if (this.taken === undefined) {
      this.taken = new Set();
      for (const item of this.context.request.history)
        if (item.type === 'assistant') for (const call of item.calls) this.taken.add(call.id);
    }
    return this.taken;
  }
}
