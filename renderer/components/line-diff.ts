/** One line of a diff; numbers count from 1 in the side they belong to. */
export interface DiffLine {
  readonly type: 'same' | 'add' | 'del';
  readonly number: number;
  readonly text: string;
}

const mostCells = 400_000;

/** Lines of `before` against `after` by longest common subsequence; texts too long for that are shown as one whole change. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const old = before.split('\n');
  const now = after.split('\n');
  if (old.length * now.length > mostCells) {
    return [
      ...old.map((text, at): DiffLine => ({ type: 'del', number: at + 1, text })),
      ...now.map((text, at): DiffLine => ({ type: 'add', number: at + 1, text })),
    ];
  }
  const width = now.length + 1;
  const table = new Uint32Array((old.length + 1) * width);
  const cell = (row: number, column: number): number => table[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      table[row * width + column] =
        old[row] === now[column] ? cell(row + 1, column + 1) + 1 : Math.max(cell(row + 1, column), cell(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length || column < now.length) {
    const a = old[row];
    const b = now[column];
    if (a !== undefined && a === b) {
      lines.push({ type: 'same', number: column + 1, text: a });
      row += 1;
      column += 1;
    } else if (a !== undefined && (b === undefined || cell(row + 1, column) >= cell(row, column + 1))) {
      lines.push({ type: 'del', number: row + 1, text: a });
      row += 1;
    } else if (b !== undefined) {
      lines.push({ type: 'add', number: column + 1, text: b });
      column += 1;
    }
  }
  return paired(lines);
}

/** A run of removed lines before as many added ones reads better line by line. */
function paired(lines: readonly DiffLine[]): readonly DiffLine[] {
  const out: DiffLine[] = [];
  let at = 0;
  while (at < lines.length) {
    const removed = runOf(lines, at, 'del');
    const added = runOf(lines, at + removed.length, 'add');
    if (removed.length > 0 && removed.length === added.length) out.push(...removed.flatMap((line, index) => [line, added[index] ?? line]));
    else out.push(...removed, ...added);
    at += removed.length + added.length;
    const same = lines[at];
    if (same?.type === 'same') {
      out.push(same);
      at += 1;
    }
  }
  return out;
}

function runOf(lines: readonly DiffLine[], start: number, type: DiffLine['type']): readonly DiffLine[] {
  let end = start;
  while (lines[end]?.type === type) end += 1;
  return lines.slice(start, end);
}

/** Changed lines with `around` lines of context; what is left out between them becomes `undefined`. */
export function nearChanges(lines: readonly DiffLine[], around: number): readonly (DiffLine | undefined)[] {
  const near = lines.map((_, at) => lines.slice(Math.max(0, at - around), at + around + 1).some((line) => line.type !== 'same'));
  const out: (DiffLine | undefined)[] = [];
  lines.forEach((line, at) => {
    if (near[at] === true) out.push(line);
    else if (out.length > 0 && out.at(-1) !== undefined && near.indexOf(true, at) !== -1) out.push(undefined);
  });
  return out;
}
