/**
 * How well an entry of the palette fits what is typed, 0 (not at all) to 1: every typed word must stand in it as it is; one that begins a word of the entry
 * fits better than one inside, and one near the beginning better than one further on. Letters strewn over an entry are no match.
 */
export function rankWords(value: string, search: string): number {
  const text = value.toLowerCase();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  let least = 1;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at === -1) return 0;
    const begins = at === 0 || ` ${text}`.includes(` ${word}`);
    least = Math.min(least, begins ? (text.startsWith(word) ? 1 : 0.8) : 0.4);
  }
  return least;
}
