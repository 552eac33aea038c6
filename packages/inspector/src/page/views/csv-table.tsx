import type { VNode } from 'preact';
import { Table, TextCell } from './table.tsx';

const maxRows = 100;

/** The first rows of comma-separated values. */
export function CsvTable({ text }: { readonly text: string }): VNode {
  const [titles = [], ...rows] = readCsv(text).slice(0, maxRows);
  return (
    <Table label="The file as a table" titles={titles}>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <TextCell key={column} text={cell} most={200} />
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const maxCharacters = 200_000;

/** A cell, with the comma or the line end after it. A quoted cell may contain both, and two quotes for a quote. */
const cells = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|\r|$)/g;

/** Reads the rows of comma-separated values. Empty lines are omitted. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.slice(0, maxCharacters).matchAll(cells)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.length > 1 || row[0] !== '');
}
