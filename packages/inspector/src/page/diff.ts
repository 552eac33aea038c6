/** A line of a diff. */
export interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

const maxLines = 600;

/** Compares two texts by lines, with their longest common subsequence. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const old = before.split('\n').slice(0, maxLines);
  const now = after.split('\n').slice(0, maxLines);
  // The length of the longest common subsequence from each pair of lines.
  const common = old.map(() => Array.from({ length: now.length + 1 }, () => 0));
  common.push(Array.from({ length: now.length + 1 }, () => 0));
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      const line = common[row];
      if (line === undefined) continue;
      line[column] =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length || column < now.length) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      lines.push({ mark: ' ', text: old[row] ?? '' });
      row += 1;
      column += 1;
    } else if (column >= now.length || (row < old.length && at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ mark: '-', text: old[row] ?? '' });
      row += 1;
    } else {
      lines.push({ mark: '+', text: now[column] ?? '' });
      column += 1;
    }
  }
  return lines;
}

/** How many equal lines stay around a difference. */
const keptLines = 2;

/** Replaces long runs of equal lines by one line with their number, so that the differences are in view. */
export function foldEqualLines(lines: readonly DiffLine[]): readonly DiffLine[] {
  const isNearChange = (index: number): boolean =>
    lines.slice(Math.max(0, index - keptLines), index + keptLines + 1).some(({ mark }) => mark !== ' ');
  const folded: DiffLine[] = [];
  for (let index = 0; index < lines.length; ) {
    let end = index;
    while (end < lines.length && !isNearChange(end)) end += 1;
    if (end > index + 1) folded.push({ mark: ' ', text: `… ${end - index} equal lines` });
    else folded.push(...lines.slice(index, Math.max(end, index + 1)));
    index = Math.max(end, index + 1);
  }
  return folded;
}
