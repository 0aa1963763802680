/** Where a turn's label stands on its track, in percent of the track's width. */
export type LabelPlace =
  | { readonly side: 'after'; readonly at: number }
  | { readonly side: 'before'; readonly at: number }
  | { readonly side: 'inside'; readonly at: number };

/** Behind this there is no room for a label to the right of something, before the other no room to its left. */
const noRoomBehind = 62;
const noRoomBefore = 30;

/** Behind the turn, else before it; over a turn that fills the track (a long hold) behind the last call mark that leaves room. */
export function labelPlace(from: number, to: number, marks: readonly number[]): LabelPlace {
  if (to < noRoomBehind) return { side: 'after', at: Math.max(to, 0) };
  if (from >= noRoomBefore) return { side: 'before', at: from };
  return { side: 'inside', at: Math.max(0, from, ...marks.filter((mark) => mark < noRoomBehind)) };
}
