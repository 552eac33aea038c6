import { cutText } from '@toolwire/internal';
import { explainValue, withoutHiddenValue } from '../explain/explain-issue.ts';
import type { Problem } from '../explain/problem.ts';
import type { PathSegment } from '../json-schema/json.ts';
import { isWithin, omitParts } from '../size-limits/omit-parts.ts';
import type { Violation } from '../size-limits/size-check.ts';
import type { Source } from './resolve-source.ts';

const maxNameCharacters = 100;

/** Describes the parts that are too large, and the other problems of the remaining parts. */
export function sizeProblems(
  { jsonSchema, acceptsMore, checkSizes }: Pick<Source, 'jsonSchema' | 'acceptsMore' | 'checkSizes'>,
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
