import type { VNode } from 'preact';
import { Text } from './text.tsx';

/** The first rows of comma-separated values. */
export function CsvTable({ text }: { readonly text: string }): VNode {
  const rows = readCsv(text).slice(0, 100);
  const [head = [], ...body] = rows;
  return (
    <div class="table" tabIndex={0} role="group" aria-label="The file as a table">
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th scope="col" key={index}>
                <Text text={cell} most={200} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Text text={cell} most={200} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const maxCharacters = 200_000;

/** One cell, with the comma or the line end after it. A quoted cell may contain both, and writes a quote as two. */
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
