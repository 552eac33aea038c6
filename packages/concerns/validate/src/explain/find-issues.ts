import { cachedBy } from '@toolwire/internal';
import { checksPerPart, maxFailedChecks } from '../json-schema/checks-per-part.ts';
import type { JsonSchema, PathSegment } from '../json-schema/json.ts';
import { findProblems } from './find-problems.ts';
import type { Issue } from './problem.ts';

/** The maximum number of issues of a value. No value with more parts is searched. `parameter-errors.ts` limits how many are shown. */
const maxParts = 1000;

/** The maximum number of parts of a value that is searched with a schema. */
const maxPartsFor = cachedBy((schema: JsonSchema) => Math.min(maxParts, maxFailedChecks / checksPerPart(schema)));

/**
 * Finds the issues of an invalid value with its schema. A large value, and a value in which the schema shows no problem, has one issue: the
 * part that its validator found.
 */
export function findIssues(schema: JsonSchema, value: unknown, invalidPart: readonly PathSegment[]): readonly Issue[] {
  const isLarge = countParts(value, maxPartsFor(schema)) < 0;
  const problems = isLarge ? [] : findProblems(schema, value, [], maxParts);
  return problems.length === 0 ? [{ path: invalidPart }] : problems.map((problem) => ({ path: problem.path, problem }));
}

/** The parts that may follow a value; negative if it has too many. */
function countParts(value: unknown, left: number): number {
  let remaining = left - 1;
  if (typeof value !== 'object' || value === null) return remaining;
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    if (remaining < 0) break;
    remaining = countParts(part, remaining);
  }
  return remaining;
}
