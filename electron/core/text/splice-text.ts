/** Replaces `start … end` (UTF-16 offsets into the original text, `end` exclusive) with `text`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The text with all edits made at once; what no edit covers keeps its bytes. Edits may come in any order; several inserts at one
 * place keep their order. Overlapping or out-of-range edits are a bug in the caller and throw.
 */
export function spliceText(text: string, edits: readonly TextEdit[]): string {
  if (edits.length === 0) return text;
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  const parts: string[] = [];
  let at = 0;
  for (const edit of ordered) {
    if (edit.start < at || edit.end < edit.start || edit.end > text.length)
      throw new RangeError(`edit ${edit.start}-${edit.end} overlaps or leaves the text`);
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
