import type { OutChunk } from '../core/dialect/dialect.ts';
import type { WireFrame } from '../core/turn/turn-event.ts';

const NONE: readonly WireFrame[] = [];

/**
 * Which upstream frames have not reached the client yet. As long as the client got exactly a prefix of the upstream's frames, the rest
 * can be passed on raw when the lane fails (contract 2.7). Constant work per frame.
 */
export class UnsentFrames {
  private queue: readonly WireFrame[] = NONE;
  /** The queue, where it is a list of its own; mostly it is the one list that came last. */
  private own: WireFrame[] | undefined;
  private at = 0;
  private changed = false;

  received(frames: readonly WireFrame[]): void {
    if (this.changed) return;
    if (this.queue.length === 0) this.queue = frames;
    else {
      if (this.own === undefined) this.queue = this.own = [...this.queue];
      for (const frame of frames) this.own.push(frame);
    }
  }

  sent(chunks: readonly OutChunk[]): void {
    for (const chunk of chunks) {
      if (this.changed || chunk.length === 0) continue;
      if (this.queue[this.at]?.raw === chunk) this.at += 1;
      else this.changed = true;
    }
    if (!this.changed && this.at < this.queue.length) return;
    this.queue = NONE;
    this.own = undefined;
    this.at = 0;
  }

  /** The client has something that is not the upstream's own next frame. */
  get altered(): boolean {
    return this.changed;
  }

  rest(): readonly WireFrame[] {
    return this.queue.slice(this.at);
  }
}
