import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { FeedState, OperatorClient } from '../operator-client.ts';

export interface FollowTarget {
  /** Highest seq in the view. */
  lastSeq(): number;
  /** Entries in order of `seq`, at most once a frame. */
  apply(entries: readonly JournalEntry[]): void;
  onState(state: FeedState): void;
  /** Entries that neither the feed nor the journal had: pruned, or lost. */
  onMissing(count: number): void;
}

/** At most this many entries are folded in one frame, so that a flood stays below a long task. */
const perFrame = 2_000;

/** Under a steady flow at most one update in this time: the eye reads no faster, and layout is what an update costs. */
const pauseMs = 40;
/** A slow machine gets fewer updates, not a busy window: after an update the page is left alone for twice as long as that took, up to this. */
const longestPauseMs = 250;

/**
 * Follows the feed: one store update per animation frame (a timer while the page is hidden, where frames stop), and a refill from
 * the journal where `seq` jumps (design 6, "Under load").
 */
export function followFeed(client: OperatorClient, target: FollowTarget): () => void {
  let queue: JournalEntry[] = [];
  let scheduled: { cancel(): void } | undefined;
  let refilling = false;
  /** The first entry may follow a pruned stretch: only jumps after it are gaps. */
  let started = false;
  let ended = false;

  let flushedAt = -Infinity;
  let pause = pauseMs;

  const schedule = (): void => {
    if (scheduled !== undefined || refilling || ended) return;
    scheduled = nextFrame(Math.max(0, pause - (performance.now() - flushedAt)), () => {
      scheduled = undefined;
      const from = performance.now();
      flushedAt = from;
      void flush();
      // A task behind the frame: by then the update is drawn.
      window.setTimeout(() => {
        flushedAt = performance.now();
        pause = Math.min(longestPauseMs, Math.max(pauseMs, 2 * (flushedAt - from)));
      });
    });
  };

  const flush = async (): Promise<void> => {
    const last = target.lastSeq();
    queue.sort((a, b) => a.seq - b.seq);
    const fresh = queue.filter((entry, at) => entry.seq > last && entry.seq !== queue[at - 1]?.seq);
    const gap = fresh.findIndex((entry, at) => (at > 0 || started) && entry.seq !== (fresh[at - 1]?.seq ?? last) + 1);
    const whole = gap === -1 ? fresh : fresh.slice(0, gap);
    const now = whole.slice(0, perFrame);
    queue = fresh.slice(now.length);
    if (now.length > 0) {
      started = true;
      target.apply(now);
    }
    if (queue.length === 0) return;
    if (now.length === whole.length && gap !== -1) await refill();
    schedule();
  };

  const refill = async (): Promise<void> => {
    const next = queue[0];
    if (next === undefined) return;
    refilling = true;
    const from = target.lastSeq();
    const found = await fetchGap(client, from, next.seq);
    refilling = false;
    if (ended) return;
    if (found.length > 0) target.apply(found);
    const missing = next.seq - from - 1 - found.length;
    if (missing > 0) target.onMissing(missing);
    // What nobody has is passed over: the rest must not wait for it.
    target.apply([next]);
  };

  const stop = client.follow(() => target.lastSeq(), {
    onEntries(entries) {
      queue.push(...entries);
      schedule();
    },
    onState: target.onState,
  });
  return () => {
    ended = true;
    scheduled?.cancel();
    stop();
  };
}

/** Entries with `from < seq < to`, oldest first, by pages of the journal's query. */
async function fetchGap(client: OperatorClient, from: number, to: number): Promise<readonly JournalEntry[]> {
  const found: JournalEntry[] = [];
  let before = to;
  while (before > from + 1) {
    const page = await client.call('entries/query', { query: '', before, limit: Math.min(1_000, before - from - 1) });
    if (!page.ok) break;
    const inside = page.value.entries.filter((entry) => entry.seq > from && entry.seq < before);
    if (inside.length === 0) break;
    found.push(...inside);
    before = Math.min(...inside.map((entry) => entry.seq));
  }
  return found.sort((a, b) => a.seq - b.seq);
}

/** Runs once: after `waitMs`, in the next animation frame, or by a timer where frames do not come (a hidden page). */
function nextFrame(waitMs: number, run: () => void): { cancel(): void } {
  let frame: number | undefined;
  let done = false;
  const once = (): void => {
    if (done) return;
    done = true;
    window.clearTimeout(timer);
    window.clearTimeout(wait);
    if (frame !== undefined) cancelAnimationFrame(frame);
    run();
  };
  const hidden = document.visibilityState === 'hidden';
  const wait = window.setTimeout(() => {
    if (!hidden) frame = requestAnimationFrame(once);
  }, waitMs);
  const timer = window.setTimeout(once, hidden ? Math.max(100, waitMs) : waitMs + 250);
  return {
    cancel() {
      done = true;
      window.clearTimeout(timer);
      window.clearTimeout(wait);
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}
