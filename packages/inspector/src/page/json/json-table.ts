import { isFields, isList, isSameJson, type Json, type JsonFields } from '../json.ts';

/** A list of objects as a table. */
export interface JsonTable {
  /** The property that contains the list; empty if the list is the whole value. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly JsonFields[];
  /** Whether a short table shows the value completely: it has no other members and no nested cells. */
  readonly isComplete: boolean;
}

const maxColumns = 20;
const maxLooked = 200;

/** Finds the list of objects in a value: the value itself, or its first property with one. */
export function findTable(value: Json): JsonTable | undefined {
  if (isRows(value)) return tableOf('', value, true);
  const members = isFields(value) ? Object.entries(value) : [];
  for (const [name, member] of members) if (isRows(member)) return tableOf(name, member, members.length === 1);
  return undefined;
}

function isRows(value: Json): value is readonly JsonFields[] {
  return isList(value) && value.length > 0 && value.every(isFields);
}

function tableOf(name: string, rows: readonly JsonFields[], isAll: boolean): JsonTable {
  const columns = [...new Set(rows.slice(0, maxLooked).flatMap((row) => Object.keys(row)))];
  const isShort = rows.length <= maxLooked && columns.length <= maxColumns;
  const isComplete = isAll && isShort && rows.every((row) => Object.values(row).every(isCell));
  return { name, columns: columns.slice(0, maxColumns), rows, isComplete };
}

function isCell(value: Json): boolean {
  return typeof value !== 'object' || value === null;
}

/** Sorts rows by a column: numbers by size, other values as text. Rows without a value are last. */
export function sortRows(rows: readonly JsonFields[], column: string, isDescending: boolean): readonly JsonFields[] {
  return rows.toSorted((one, other) => {
    const [left, right] = [cellOf(one, column), cellOf(other, column)];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    const order = compare(left, right);
    return isDescending ? -order : order;
  });
}

function compare(one: Json, other: Json): number {
  if (isSameJson(one, other)) return 0;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return cellText(one).localeCompare(cellText(other), 'en', { numeric: true });
}

/** The value of a row in a column; `undefined` if it has none. */
export function cellOf(row: JsonFields, column: string): Json | undefined {
  return Object.hasOwn(row, column) ? row[column] : undefined;
}

/** The text of a cell. */
export function cellText(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
