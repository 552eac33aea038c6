import { isForbiddenName } from '@toolwire/internal';
import type { Problem } from '../explain/problem.ts';
import type { PathSegment } from '../json-schema/json.ts';

/** Limits for values that don't come from a server, whose limits for request bodies are far lower. */
const maxDepth = 200;
const maxParts = 5_000_000;

/** A part of an input that is rejected before the schema sees it. */
interface UnsafePart {
  readonly path: readonly PathSegment[];
  readonly kind: 'non_finite' | 'forbidden_name' | 'too_deep';
}

/** Counts the parts of an input without allocations. Returns `undefined` for non-finite numbers, forbidden names and excessive depth. */
export function countSafeParts(input: object): number | undefined {
  // The input itself is not a part.
  const left = partsLeft(input, maxDepth, maxParts + 1);
  return left < 0 ? undefined : maxParts - left;
}

/** The parts that may follow a value; -1 after an unsafe value. */
function partsLeft(value: unknown, levels: number, parts: number): number {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? parts - 1 : -1;
  }
  if (typeof value !== 'object' || value === null) {
    return parts - 1;
  }
  if (levels === 0) {
    return -1;
  }
  return Array.isArray(value)
    ? itemsLeft(value, levels - 1, parts - 1)
    : fieldsLeft(value as Record<string, unknown>, levels - 1, parts - 1);
}

function itemsLeft(items: readonly unknown[], levels: number, parts: number): number {
  let left = parts;
  for (let index = 0; index < items.length && left >= 0; index += 1) {
    left = partsLeft(items[index], levels, left);
  }
  return left;
}

function fieldsLeft(record: Readonly<Record<string, unknown>>, levels: number, parts: number): number {
  let left = parts;
  for (const key in record) {
    const value = record[key];
    left = isForbiddenName(key, value) ? -1 : partsLeft(value, levels, left);
    if (left < 0) {
      break;
    }
  }
  return left;
}

/** Finds the unsafe parts of an unsafe input, at most `limit`. */
export function findUnsafeParts(input: object, limit: number): readonly UnsafePart[] {
  const unsafe: UnsafePart[] = [];
  let parts = maxParts;

  function search(value: unknown, path: readonly PathSegment[]): void {
    parts -= 1;
    if (unsafe.length >= limit || parts < 0) {
      return;
    }
    if (typeof value === 'number' && !Number.isFinite(value)) {
      unsafe.push({ path, kind: 'non_finite' });
    } else if (typeof value === 'object' && value !== null) {
      if (path.length === maxDepth) {
        unsafe.push({ path, kind: 'too_deep' });
      } else {
        searchInside(value, path);
      }
    }
  }

  function searchInside(value: object, path: readonly PathSegment[]): void {
    for (const key of Object.keys(value)) {
      const part: unknown = (value as Record<string, unknown>)[key];
      const partPath = [...path, Array.isArray(value) ? Number(key) : key];
      if (!Array.isArray(value) && isForbiddenName(key, part)) {
        unsafe.push({ path: partPath, kind: 'forbidden_name' });
      } else {
        search(part, partPath);
      }
    }
  }

  search(input, []);
  return unsafe.length > 0 ? unsafe : [{ path: [], kind: 'too_deep' }];
}

const maxUnsafeParts = 100;

const unsafeMessages: Readonly<Record<UnsafePart['kind'], string>> = {
  non_finite: 'Must be a finite number',
  forbidden_name: 'Is not an allowed name',
  too_deep: 'Is too large or too deeply nested',
};

/** The problems of an unsafe input, for its caller. */
export function unsafeProblems(input: object): readonly Problem[] {
  return findUnsafeParts(input, maxUnsafeParts).map(({ path, kind }) => ({ path, text: unsafeMessages[kind] }));
}
