/** A beginning shorter than this is worth no cutting. */
const shortest = 24;

/** Frames of one stream begin alike (id, model, time): where a frame begins to differ from the one before, at a seam of its JSON. */
export function differsAt(frame: string, before: string | undefined): number {
  if (before === undefined) return 0;
  const most = Math.min(frame.length, before.length, 4_096);
  let at = 0;
  while (at < most && frame.charCodeAt(at) === before.charCodeAt(at)) at += 1;
  // The same frame again is shown whole: nothing of it differs.
  if (at === frame.length) return 0;
  // Back to the seam, so that the name of what differs is read with it.
  while (at > 0 && frame[at - 1] !== '{' && frame[at - 1] !== ',' && frame[at - 1] !== '\n') at -= 1;
  return at < shortest ? 0 : at;
}
