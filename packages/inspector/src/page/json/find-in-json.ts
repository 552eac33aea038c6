import { pointerOf } from '@toolwire/internal/json-schema';
import type { Json, JsonFields } from '../json.ts';

/** The values that a search matches. */
export interface JsonSearch {
  readonly query: string;
  /** The pointers to the values whose name or text contains the query. */
  readonly matches: ReadonlySet<string>;
  /** The pointers to the objects and lists around them. */
  readonly ancestors: ReadonlySet<string>;
  /** Whether there may be more values. */
  readonly isCut: boolean;
}

const maxFound = 200;
/** A larger value is searched up to here, so that the page stays smooth. */
const maxVisited = 500_000;

/** Finds the values whose name or text contains a query. Returns `undefined` for an empty query. */
export function findInJson(value: Json, query: string): JsonSearch | undefined {
  const searched = query.trim().toLowerCase();
  if (searched === '') return undefined;
  const matches = new Set<string>();
  const ancestors = new Set<string>();
  const queue: { readonly value: Json; readonly path: readonly string[] }[] = [{ value, path: [] }];
  let visited = 0;
  while (matches.size < maxFound && visited < maxVisited) {
    const member = queue.pop();
    if (member === undefined) break;
    visited += 1;
    const { path } = member;
    const isObject = typeof member.value === 'object' && member.value !== null;
    const text = isObject ? '' : String(member.value);
    if (`${path.at(-1) ?? ''}\n${text}`.toLowerCase().includes(searched)) {
      matches.add(pointerOf(path));
      for (let length = 0; length < path.length; length += 1) ancestors.add(pointerOf(path.slice(0, length)));
    }
    if (!isObject) continue;
    // The last member of the queue is visited first, so the order is reversed.
    for (const [name, inner] of Object.entries(member.value as JsonFields).toReversed()) {
      queue.push({ value: inner, path: [...path, name] });
    }
  }
  return { query: searched, matches, ancestors, isCut: queue.length > 0 };
}
