import { cutText } from '@toolwire/internal';
import { explainValue, withoutHiddenValue } from '../explain/explain-issue.ts';
import type { Problem } from '../explain/problem.ts';
import { isObject, type JsonSchema, type PathSegment, setOwn } from '../json-schema/json.ts';
import type { SizeCheck } from './size-check.ts';
import type { Violation } from './size-violations.ts';

const maxNameCharacters = 100;

/** A schema, its size check, and whether its library accepts more than it publishes. */
interface SizedSchema {
  readonly jsonSchema: JsonSchema;
  readonly checkSizes: SizeCheck;
  readonly acceptsMore: () => boolean;
}

/** Describes the parts that are too large, and the other problems of the remaining parts. */
export function sizeProblems(
  { jsonSchema, acceptsMore, checkSizes }: SizedSchema,
  value: unknown,
  violations: readonly Violation[],
  showValues: boolean,
): readonly Problem[] {
  const tooLarge = violations.map(({ path, problem }) =>
    withoutHiddenValue(jsonSchema, value, { path: path.map(shortenName), ...problem }, showValues),
  );
  const paths = violations.map(({ path }) => path);
  const rest = omitParts(value, paths);
  // Patterns run on the rest, so it must be within the limits. A library may accept more than its published schema.
  if (acceptsMore() || checkSizes(rest) !== undefined) {
    return tooLarge;
  }
  const otherProblems = explainValue(jsonSchema, rest, showValues);
  return [...tooLarge, ...otherProblems.filter(({ path }) => !isWithin(path, paths))];
}

function shortenName(segment: PathSegment): PathSegment {
  return typeof segment === 'string' ? cutText(segment, maxNameCharacters) : segment;
}

/** What to omit of a value: all of it, or parts by their names or indexes. */
interface Omitted {
  isWhole: boolean;
  readonly parts: Map<PathSegment, Omitted>;
}

/** Copies a value without the parts at some paths, so that an error can list the other problems. */
function omitParts(value: unknown, paths: readonly (readonly PathSegment[])[]): unknown {
  const root: Omitted = { isWhole: false, parts: new Map() };
  for (const path of paths) {
    let omitted = root;
    for (const segment of path) {
      const part = omitted.parts.get(segment) ?? { isWhole: false, parts: new Map() };
      omitted.parts.set(segment, part);
      omitted = part;
    }
    omitted.isWhole = true;
  }
  return withoutParts(value, root);
}

function withoutParts(value: unknown, omitted: Omitted | undefined): unknown {
  if (omitted === undefined) return value;
  const { isWhole, parts } = omitted;
  if (isWhole) return undefined;
  if (Array.isArray(value)) {
    // A placeholder that hardly any caller sends, so that it duplicates no other item.
    return value.map((item: unknown, index) => {
      const part = withoutParts(item, parts.get(index));
      return part === undefined ? `\0item ${index}` : part;
    });
  }
  if (!isObject(value)) {
    return value;
  }
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const part = withoutParts(value[name], parts.get(name));
    if (part !== undefined) setOwn(copy, name, part);
  }
  return copy;
}

/** Whether a path equals, or is inside, another path. */
function isWithin(path: readonly PathSegment[], others: readonly (readonly PathSegment[])[]): boolean {
  return others.some((other) => other.every((segment, index) => path[index] === segment));
}
