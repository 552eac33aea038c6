/** Columns side by side; the last one is cut where a line would not fit. */
export function table(rows: readonly (readonly string[])[], columns: number | undefined): readonly string[] {
  const count = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: count }, (_, at) => Math.max(...rows.map((row) => widthOf(row[at] ?? ''))));
  return rows.map((row) => {
    const line = row
      .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd();
    return fit(line, columns);
  });
}

function widthOf(text: string): number {
  return Array.from(text).length;
}

function fit(line: string, columns: number | undefined): string {
  if (columns === undefined || widthOf(line) <= columns) return line;
  return `${Array.from(line)
    .slice(0, Math.max(0, columns - 1))
    .join('')}…`;
}
