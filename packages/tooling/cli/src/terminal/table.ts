import { padTo, truncate, widthOf, wrapText } from './text-width.ts';

interface TableOptions {
  /** The width of the terminal; `undefined` if lines may have any length. */
  readonly columns: number | undefined;
  /** Whether the last column continues on further lines. Otherwise lines that are too long are cut. */
  readonly isWrapped?: boolean;
  /** The smallest width of the first column, to align several tables. */
  readonly minFirstWidth?: number;
  /** The formats of the columns. A column without one is plain text. */
  readonly formats?: readonly (((text: string) => string) | undefined)[];
}

const gap = '  ';
// A longer cell moves the rest of its row only.
const maxCellWidth = 28;
// A narrower last column starts below the other columns.
const minLastWidth = 24;
const lastIndent = 6;

export function table(rows: readonly (readonly string[])[], options: TableOptions): readonly string[] {
  const count = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: count }, (_, index) => {
    const cells = rows.map((row) => widthOf(row[index] ?? ''));
    const maxWidth = options.isWrapped === true ? maxCellWidth : Number.POSITIVE_INFINITY;
    const minWidth = index === 0 ? (options.minFirstWidth ?? 0) : 0;
    return Math.max(minWidth, ...cells.filter((width) => width <= maxWidth));
  });
  return rows.flatMap((row) =>
    options.isWrapped === true && row.length === count
      ? wrappedRow(row, widths, options)
      : [cutRow(row, widths, options)],
  );
}

function cutRow(row: readonly string[], widths: readonly number[], { columns, formats = [] }: TableOptions): string {
  const last = row.findLastIndex((cell) => cell !== '');
  let left = columns ?? Number.POSITIVE_INFINITY;
  return row
    .slice(0, last + 1)
    .map((cell, index) => {
      const padded = index === last ? cell : padTo(cell, widths[index] ?? 0);
      const shown = truncate(padded, left);
      left -= widthOf(padded) + gap.length;
      return formats[index]?.(shown) ?? shown;
    })
    .filter((shown, index) => index === 0 || shown !== '')
    .join(gap)
    .trimEnd();
}

function wrappedRow(row: readonly string[], widths: readonly number[], options: TableOptions): readonly string[] {
  const { columns = Number.POSITIVE_INFINITY, formats = [] } = options;
  const first = row.slice(0, -1);
  const text = row.at(-1) ?? '';
  const offset = first.reduce((sum, _cell, index) => sum + (widths[index] ?? 0) + gap.length, 0);
  const isBelow = columns - offset < minLastWidth;
  const indent = isBelow ? lastIndent : offset;
  const head = cutRow(first, widths, { columns: undefined, formats });
  const headWidth = widthOf(cutRow(first, widths, { columns: undefined }));
  const format = formats[row.length - 1] ?? ((line: string) => line);
  const lines = text === '' ? [] : wrapText(text, columns - indent);
  const isNextTo = !isBelow && headWidth + gap.length <= offset;
  const [start = '', ...more] = isNextTo ? lines : ['', ...lines];
  return [
    start === '' ? head : `${head}${' '.repeat(offset - headWidth)}${format(start)}`,
    ...more.map((line) => `${' '.repeat(indent)}${format(line)}`),
  ];
}
