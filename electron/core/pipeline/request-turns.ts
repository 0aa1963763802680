import type { CallNode, HistoryNode } from '../history/history-node.ts';

/** A call and where it stood when it was made: what decisions about it are named by (contract 2.6). */
export interface PlacedCall {
  readonly id: string;
  readonly name: string;
  readonly kind: CallNode['kind'];
  /** Hash of the history before the model's turn. */
  readonly before: string;
  /** Counted over the calls of that turn. */
  readonly position: number;
  /** Index of the first message of that turn. */
  readonly turnStart: number;
}

/** Follows the calls of a history while it is read, so that a result finds the call it belongs to: the newest of its id. */
export class TurnFollower {
  private readonly byId = new Map<string, PlacedCall>();
  private turnStart = -1;
  private within = false;
  private position = 0;

  /** Index of the first message of the model's last turn; -1: none. */
  get lastTurn(): number {
    return this.turnStart;
  }

  /** What was read last was the model's. */
  get inTurn(): boolean {
    return this.within;
  }

  read(node: HistoryNode, hashes: readonly string[]): void {
    if (node.role !== 'assistant') {
      if (node.role !== 'other') this.within = false;
      return;
    }
    if (!this.within) {
      this.turnStart = node.ref.at;
      this.position = 0;
      this.within = true;
    }
    for (const { id, name, kind } of node.calls) {
      const before = hashes[this.turnStart - 1] ?? '';
      this.byId.set(id, { id, name, kind, before, position: this.position, turnStart: this.turnStart });
      this.position += 1;
    }
  }

  callOf(id: string): PlacedCall | undefined {
    return this.byId.get(id);
  }
}
