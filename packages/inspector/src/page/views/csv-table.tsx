import type { VNode } from 'preact';
import { Table, TextCell } from './table.tsx';

const maxRows = 100;
const maxCharacters = 200_000;

/** The first rows of comma-separated values. */
export function CsvTable({ text }: { readonly text: string }): VNode {
  const [titles = [], ...rows] = readCsv(text.slice(0, maxCharacters));
  return (
    <>
      <Table label="The file as a table" titles={titles}>
        <tbody>
          {rows.slice(0, maxRows).map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <TextCell key={column} text={cell} maxLength={200} />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {(rows.length > maxRows || text.length > maxCharacters) && (
        <p class="hint">Only the first {Math.min(rows.length, maxRows)} rows are shown. Save the file to see all.</p>
      )}
    </>
  );
}

/** A cell, with the comma or the line end after it. A quoted cell may contain both, and two quotes for a quote. */
const cells = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|\r|$)/g;

/** Reads the rows of comma-separated values. Empty lines are omitted. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(cells)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.length > 1 || row[0] !== '');
}
