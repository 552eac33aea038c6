interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

const maxLines = 600;

/** Compares two texts by lines, with their longest common subsequence. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const oldLines = before.split('\n').slice(0, maxLines);
  const newLines = after.split('\n').slice(0, maxLines);
  const commonFrom = countCommonLines(oldLines, newLines);
  const diff: DiffLine[] = [];
  let row = 0;
  let column = 0;
  while (row < oldLines.length || column < newLines.length) {
    const [oldLine, newLine] = [oldLines[row], newLines[column]];
    if (oldLine !== undefined && oldLine === newLine) {
      diff.push({ mark: ' ', text: oldLine });
      row += 1;
      column += 1;
    } else if (
      oldLine !== undefined &&
      (newLine === undefined || commonFrom(row + 1, column) >= commonFrom(row, column + 1))
    ) {
      diff.push({ mark: '-', text: oldLine });
      row += 1;
    } else {
      diff.push({ mark: '+', text: newLine ?? '' });
      column += 1;
    }
  }
  return diff;
}

/** Returns a function for the length of the longest common subsequence from a pair of lines. */
function countCommonLines(
  oldLines: readonly string[],
  newLines: readonly string[],
): (row: number, column: number) => number {
  const lengths: number[][] = [];
  const lengthFrom = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = oldLines.length - 1; row >= 0; row -= 1) {
    const rowLengths = newLines.map(() => 0);
    lengths[row] = rowLengths;
    for (let column = newLines.length - 1; column >= 0; column -= 1) {
      rowLengths[column] =
        oldLines[row] === newLines[column]
          ? lengthFrom(row + 1, column + 1) + 1
          : Math.max(lengthFrom(row + 1, column), lengthFrom(row, column + 1));
    }
  }
  return lengthFrom;
}

/** How many equal lines stay around a difference. */
const contextLines = 2;

/** Replaces long runs of equal lines with one line that has their number. */
export function foldEqualLines(lines: readonly DiffLine[]): readonly DiffLine[] {
  const isNearChange = (index: number): boolean =>
    lines.slice(Math.max(0, index - contextLines), index + contextLines + 1).some(({ mark }) => mark !== ' ');
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
