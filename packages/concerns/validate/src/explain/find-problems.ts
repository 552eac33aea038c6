import { describeTypes, typesOf } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, type PathSegment } from '../json-schema/json.ts';
import { appliedSchemas, isClosed, partSchemas, requiredNames } from '../json-schema/schema-parts.ts';
import { keywordProblems, requiredProblem, unknownName } from './keyword-problems.ts';
import type { Problem } from './problem.ts';
import { unionProblems } from './union-problems.ts';

/** The maximum number of items or fields of one value that are searched. */
const maxParts = 200;

/** Finds at most `limit` problems of a value and its parts. It only explains: the validator decides. */
export function findProblems(
  schema: unknown,
  value: unknown,
  path: readonly PathSegment[],
  limit: number,
): readonly Problem[] {
  if (!isObject(schema)) {
    return schema === false ? [{ path, text: 'Is not allowed' }] : [];
  }
  const problems: Problem[] = [];
  for (const applied of appliedSchemas(schema, value, fits)) {
    problems.push(...problemsHere(applied, value, path, limit));
    if (problems.length < limit) problems.push(...problemsInside(applied, value, path, limit));
    if (problems.length >= limit) {
      break;
    }
  }
  return problems.slice(0, limit);
}

/** Whether a value has no problem with a schema, as far as is known without a validator. */
export function fits(schema: unknown, value: unknown): boolean {
  return findProblems(schema, value, [], 1).length === 0;
}

/** Finds the problems of a value itself, including missing fields and unions. */
export function problemsHere(
  schema: JsonSchema,
  value: unknown,
  path: readonly PathSegment[],
  limit: number,
): readonly Problem[] {
  const ofKeywords = keywordProblems(schema, value).map((problem) => ({ path, ...problem }));
  if (ofKeywords.length > 0) {
    // A value of another kind has no other problem. An object of the wrong size may also lack fields, or have unknown fields.
    const isOtherKind = !isObject(value) || ofKeywords.some(({ expected }) => expected !== undefined);
    return isOtherKind ? ofKeywords : [...ofKeywords, ...nameProblems(schema, value, path, limit)];
  }
  const { not } = schema;
  const ofUnion = unionProblems(schema, value, path, (branch) => findProblems(branch, value, path, limit));
  const problems = [...ofUnion, ...(not !== undefined && fits(not, value) ? [{ path, text: notText(not) }] : [])];
  if (Array.isArray(value)) {
    return [...problems, ...containsProblems(schema, value, path)];
  }
  return isObject(value) ? [...problems, ...nameProblems(schema, value, path, limit)] : problems;
}

function containsProblems(
  schema: JsonSchema,
  items: readonly unknown[],
  path: readonly PathSegment[],
): readonly Problem[] {
  const { contains, minContains = 1, maxContains = Number.POSITIVE_INFINITY } = schema;
  if (contains === undefined) {
    return [];
  }
  const matching = items.slice(0, maxParts).filter((item) => fits(contains, item)).length;
  // Further items may match.
  const hasTooFew = matching < Number(minContains) && items.length <= maxParts;
  if (!hasTooFew && matching <= Number(maxContains)) {
    return [];
  }
  const bound = hasTooFew ? `at least ${String(minContains)}` : `at most ${String(maxContains)}`;
  const text = `Must have ${bound} of the kind of item that 'contains' in the schema describes`;
  return [{ path, text, reveals: `, got ${matching}` }];
}

function notText(not: unknown): string {
  const isTypeOnly = isObject(not) && Object.keys(not).length === 1 && typesOf(not).length > 0;
  return isTypeOnly ? `Must not be ${describeTypes(typesOf(not))}` : 'Is not allowed';
}

function nameProblems(
  schema: JsonSchema,
  value: JsonSchema,
  path: readonly PathSegment[],
  limit: number,
): readonly Problem[] {
  const problems: Problem[] = requiredNames(schema, value)
    .filter((name) => !Object.hasOwn(value, name))
    .slice(0, limit)
    .map((name) => ({ path: [...path, name], ...requiredProblem }));
  const { propertyNames } = schema;
  for (const name of checksNames(schema) ? Object.keys(value) : []) {
    if (problems.length >= limit) {
      break;
    }
    if (partSchemas(schema, name).includes(false)) {
      problems.push(unknownName([schema], value, [...path, name]));
    } else if (propertyNames !== undefined && !fits(propertyNames, name)) {
      problems.push({ path: [...path, name], text: 'Is not an allowed name' });
    }
  }
  return problems;
}

function checksNames(schema: JsonSchema): boolean {
  return isClosed(schema) || schema['propertyNames'] !== undefined;
}

function problemsInside(
  schema: JsonSchema,
  value: unknown,
  path: readonly PathSegment[],
  limit: number,
): readonly Problem[] {
  const problems: Problem[] = [];
  for (const segment of partNames(value)) {
    const part: unknown = (value as Record<PathSegment, unknown>)[segment];
    for (const subschema of partSchemas(schema, segment)) {
      // The name is a problem already.
      if (subschema === false && !Array.isArray(value) && checksNames(schema)) continue;
      problems.push(...findProblems(subschema, part, [...path, segment], limit));
    }
    if (problems.length >= limit) {
      break;
    }
  }
  return problems;
}

function partNames(value: unknown): readonly PathSegment[] {
  if (Array.isArray(value)) {
    return [...value.slice(0, maxParts).keys()];
  }
  return isObject(value) ? Object.keys(value).slice(0, maxParts) : [];
}
