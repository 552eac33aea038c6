import type { VNode } from 'preact';
import { readCsv } from '../read-csv.ts';
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
