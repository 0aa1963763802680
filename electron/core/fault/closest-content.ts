/** What an error reported as the nearest content of the file, without line numbers. */
export interface ClosestContent {
  readonly text: string;
  /** Reported whole, line by line: what stands in the file, letter by letter. */
  readonly exact: boolean;
}

const HEAD = 8192;
const MOST = 4096;

/** `Best Match Found:` and numbered lines, as the apply_diff tools of Roo Code, Zoo Code and Kilo Code report (source 000, DIFF_MATCH_FAILED). */
const REPORTED = /Best Match Found:[ \t]*\n([^]{1,4096}?)(?:\n\n|\n(?:Original Content|<\/error_details>)|$)/;

const NUMBERED = /^ {0,7}(\d{1,7}) \| ?/;

/** The content nearest to a failed edit; undefined where the error names none. */
export function closestContent(error: string): ClosestContent | undefined {
  const found = REPORTED.exec(error.slice(0, HEAD))?.[1];
  if (found === undefined || /^\(no match\)/.test(found.trim())) return undefined;
  const lines = found.split('\n');
  const text = lines.map((line) => line.replace(/^\s*\d{1,7}\s?\|\s?/, '')).join('\n');
  return { text, exact: found.length < MOST && isNumbered(lines) && text.trim() !== '' };
}

/** Every line bears the number after the one before: none was left out. */
function isNumbered(lines: readonly string[]): boolean {
  const first = Number(NUMBERED.exec(lines[0] ?? '')?.[1]);
  return lines.every((line, index) => Number(NUMBERED.exec(line)?.[1]) === first + index);
}
