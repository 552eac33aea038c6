import { isFields, isList, type Json, type JsonFields, memberOf, wordOf } from '../json.ts';

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

/** Sorts rows by a column. Rows without a value are last, in both directions. */
export function sortRows(rows: readonly JsonFields[], column: string, isDescending: boolean): readonly JsonFields[] {
  const hasValue = (row: JsonFields): boolean => memberOf(row, column) !== undefined;
  const direction = isDescending ? -1 : 1;
  return [
    ...rows.filter(hasValue).toSorted((left, right) => direction * compareValues(left[column], right[column])),
    ...rows.filter((row) => !hasValue(row)),
  ];
}

/** Compares two numbers by size, and other values as text, in which `v9` is before `v10`. */
function compareValues(left: Json | undefined, right: Json | undefined): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return wordOf(left).localeCompare(wordOf(right), 'en', { numeric: true });
}
