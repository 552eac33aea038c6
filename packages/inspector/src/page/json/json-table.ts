import { isFields, isList, isSameJson, type Json, type JsonFields } from '../json.ts';

/** A list of objects as a table. */
export interface JsonTable {
  /** The property that contains the list; empty if the list is the whole value. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly JsonFields[];
}

const maxColumns = 20;
const maxLooked = 200;

/** Finds the list of objects in a value: the value itself, or its first property with one. */
export function findTable(value: Json): JsonTable | undefined {
  if (isRows(value)) return tableOf('', value);
  const found = isFields(value) ? Object.entries(value).find(([, member]) => isRows(member)) : undefined;
  return found === undefined ? undefined : tableOf(found[0], found[1] as readonly JsonFields[]);
}

function isRows(value: Json): value is readonly JsonFields[] {
  return isList(value) && value.length > 0 && value.every(isFields);
}

function tableOf(name: string, rows: readonly JsonFields[]): JsonTable {
  const columns = new Set(rows.slice(0, maxLooked).flatMap((row) => Object.keys(row)));
  return { name, columns: [...columns].slice(0, maxColumns), rows };
}

/** Sorts rows by a column: numbers by size, other values as text. Rows without a value are last. */
export function sortRows(rows: readonly JsonFields[], column: string, isDescending: boolean): readonly JsonFields[] {
  return rows.toSorted((one, other) => {
    const [left, right] = [one[column], other[column]];
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

/** The text of a cell. */
export function cellText(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
