import { pointerOf } from '@toolwire/internal/json-schema';
import type { Json } from '../json.ts';

/** The values of a search. */
export interface JsonSearch {
  readonly query: string;
  /** The pointers to the values whose name or text contains the query. */
  readonly found: ReadonlySet<string>;
  /** The pointers to the objects and lists around them. */
  readonly around: ReadonlySet<string>;
  /** Whether there may be more. */
  readonly isCut: boolean;
}

const maxFound = 200;
/** A larger value is searched up to here, so that the page stays smooth. */
const maxVisited = 500_000;

/** Finds the values whose name or text contains a query. Returns `undefined` for an empty query. */
export function findInJson(value: Json, query: string): JsonSearch | undefined {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return undefined;
  const found = new Set<string>();
  const around = new Set<string>();
  const waiting: { readonly value: Json; readonly path: readonly string[] }[] = [{ value, path: [] }];
  let visited = 0;
  while (found.size < maxFound && visited < maxVisited) {
    const next = waiting.pop();
    if (next === undefined) break;
    visited += 1;
    const { path } = next;
    const isObject = typeof next.value === 'object' && next.value !== null;
    const text = isObject ? '' : String(next.value);
    if (`${path.at(-1) ?? ''}\n${text}`.toLowerCase().includes(wanted)) {
      found.add(pointerOf(path));
      for (let length = 0; length < path.length; length += 1) around.add(pointerOf(path.slice(0, length)));
    }
    if (!isObject) continue;
    // The last one is visited first, so the order is reversed.
    for (const [name, member] of Object.entries(next.value as object).toReversed()) {
      waiting.push({ value: member as Json, path: [...path, name] });
    }
  }
  return { query: wanted, found, around, isCut: waiting.length > 0 };
}
