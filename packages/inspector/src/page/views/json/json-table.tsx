import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { isFields, isList, type Json, type JsonFields, memberOf, wordOf } from '../../json.ts';
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

/** A list of objects as a table. */
interface JsonTable {
  /** The property that contains the list; empty if the list is the whole value. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly JsonFields[];
  /** Whether a short table shows the value completely: it has no other members and no nested cells. */
  readonly isComplete: boolean;
}

const maxColumns = 20;
/** How many rows are read to find the columns. A longer table is not shown by default. */
const maxRead = 200;

/** Finds the list of objects in a value: the value itself, or its first property with one. */
export function findTable(value: Json): JsonTable | undefined {
  if (isRows(value)) return tableOf('', value, true);
  if (!isFields(value)) return undefined;
  const members = Object.entries(value);
  for (const [name, member] of members) {
    if (isRows(member)) return tableOf(name, member, members.length === 1);
  }
  return undefined;
}

/** Objects without members are not rows, because a table without columns would hide them. */
function isRows(value: Json): value is readonly JsonFields[] {
  return isList(value) && value.every(isFields) && columnsOf(value).length > 0;
}

function columnsOf(rows: readonly JsonFields[]): readonly string[] {
  return [...new Set(rows.slice(0, maxRead).flatMap((row) => Object.keys(row)))];
}

function tableOf(name: string, rows: readonly JsonFields[], isWholeValue: boolean): JsonTable {
  const columns = columnsOf(rows);
  const isShort = rows.length <= maxRead && columns.length <= maxColumns;
  const isComplete = isWholeValue && isShort && rows.every((row) => Object.values(row).every(isCell));
  return { name, columns: columns.slice(0, maxColumns), rows, isComplete };
}

function isCell(value: Json): boolean {
  return typeof value !== 'object' || value === null;
}

/** Sorts rows by a column: numbers by size, other values as text. Rows without a value are last. */
export function sortRows(rows: readonly JsonFields[], column: string, isDescending: boolean): readonly JsonFields[] {
  return rows.toSorted((leftRow, rightRow) => {
    const [left, right] = [memberOf(leftRow, column), memberOf(rightRow, column)];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    const order = compareCells(left, right);
    return isDescending ? -order : order;
  });
}

function compareCells(left: Json, right: Json): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return wordOf(left).localeCompare(wordOf(right), 'en', { numeric: true });
}
