import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type JsonTable, sortRows } from '../../json/find-table.ts';
import { memberOf, wordOf } from '../../json.ts';
import { wordMatcher } from '../../tools.ts';
import { Button } from '../controls.tsx';
import { Text } from '../text.tsx';

interface RowsProps {
  readonly table: JsonTable;
  readonly query: string;
  readonly label: string;
}

interface Order {
  readonly column: string;
  readonly isDescending: boolean;
}

const pageSize = 100;

/** A list of objects as a table. The head of a column sorts by it. */
export function JsonRows({ table, query, label }: RowsProps): VNode {
  const { name, columns, rows } = table;
  const [order, setOrder] = useState<Order | undefined>(undefined);
  const [shownCount, setShownCount] = useState(pageSize);
  const shown = useMemo(() => {
    const isMatch = wordMatcher(query);
    const matches =
      query.trim() === '' ? rows : rows.filter((row) => isMatch(Object.values(row).map(wordOf).join(' ')));
    return order === undefined ? matches : sortRows(matches, order.column, order.isDescending);
  }, [rows, query, order]);
  const sort = (column: string): void =>
    setOrder({ column, isDescending: order?.column === column && !order.isDescending });
  return (
    <>
      <p class="hint" role="status">
        {name !== '' && (
          <>
            <Text text={name} maxLength={80} />:{' '}
          </>
        )}
        {shown.length.toLocaleString('en')} {shown.length === 1 ? 'row' : 'rows'}
      </p>
      <div class="table" tabIndex={0} role="group" aria-label={label}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th scope="col" key={column} aria-sort={sortOf(order, column)}>
                  <Button onClick={() => sort(column)}>
                    <Text text={column} maxLength={80} />
                    <span aria-hidden="true">{markOf(sortOf(order, column))}</span>
                  </Button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, shownCount).map((row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column} class={typeof memberOf(row, column)}>
                    <Text text={wordOf(memberOf(row, column))} maxLength={200} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length > shownCount && (
        <Button
          class="quiet"
          onClick={() => setShownCount(shownCount + pageSize)}
          text={`Show ${Math.min(pageSize, shown.length - shownCount)} more of ${shown.length.toLocaleString('en')} rows`}
        />
      )}
    </>
  );
}

function sortOf(order: Order | undefined, column: string): 'ascending' | 'descending' | undefined {
  if (order?.column !== column) return undefined;
  return order.isDescending ? 'descending' : 'ascending';
}

function markOf(sort: 'ascending' | 'descending' | undefined): string {
  return sort === 'ascending' ? '↑' : sort === 'descending' ? '↓' : '↕';
}
