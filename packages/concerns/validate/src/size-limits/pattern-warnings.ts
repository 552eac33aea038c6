import { subschemasOf } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, type PathSegment, sameValueKeywords } from '../json-schema/json.ts';
import { patternSubject } from '../publish/publish-patterns.ts';
import type { Expression } from '../regex-cost/parse-expression.ts';
import type { PatternCosts } from '../regex-cost/pattern-costs.ts';
import { expressionsOf, needNoMaxLength, publishedExpression } from './pattern-limits.ts';

/** The path of a schema whose patterns run on texts, and whether the texts are field names. */
interface PatternSubject {
  readonly path: readonly PathSegment[];
  readonly isName: boolean;
}

/** Warns of slow patterns, and of patterns whose text has only the default limit. */
export function patternWarnings(schema: JsonSchema, costs: PatternCosts, maxPatternLength: number): readonly string[] {
  const warnings = new Set<string>();

  function warn(expression: Expression, subject: PatternSubject, maxLength: number, needsMaxLength: boolean): void {
    const { longestInTime, longestMatch } = costs.of(expression);
    const hasMaxLength = Number.isFinite(maxLength);
    const limit = hasMaxLength ? maxLength : maxPatternLength;
    if (longestInTime < Math.min(limit, longestMatch)) {
      warnings.add(
        `${subjectOf(expression, subject)} can take very long: ${refusalOf(subject, longestInTime)}. Rewrite the pattern, or set a maxLength of at most ${longestInTime}${whereOf(subject)}.`,
      );
    } else if (longestMatch > maxPatternLength && needsMaxLength && !hasMaxLength) {
      warnings.add(
        `${subjectOf(expression, subject)} has no maxLength: ${refusalOf(subject, maxPatternLength)}. Set a maxLength${whereOf(subject)}.`,
      );
    }
  }

  function visit(subschema: JsonSchema, { path, isName }: PatternSubject, inheritedLimit: number): void {
    const { maxLength, patternProperties, propertyNames } = subschema;
    const limit = typeof maxLength === 'number' ? Math.min(maxLength, inheritedLimit) : inheritedLimit;
    const expressions = expressionsOf(subschema);
    const needsMaxLength = !needNoMaxLength(subschema, expressions, costs);
    for (const expression of expressions) warn(expression, { path, isName }, limit, needsMaxLength);
    const nameLength = isObject(propertyNames) ? propertyNames['maxLength'] : undefined;
    for (const pattern of isObject(patternProperties) ? Object.keys(patternProperties) : []) {
      const length = typeof nameLength === 'number' ? nameLength : unlimited;
      // Authors rarely limit names, so a warning about a missing maxLength would come with each `patternProperties`.
      warn(publishedExpression(pattern), { path, isName: true }, length, false);
    }
    for (const { subschema: inner, place } of subschemasOf(subschema)) {
      // A subschema for the same value inherits the limit of its parent, as in the size limits.
      const isSame = sameValueKeywords.has(place[0]);
      const within: PatternSubject = {
        path: [...path, ...place],
        isName: place[0] === 'propertyNames' || (isName && isSame),
      };
      if (isObject(inner)) visit(inner, within, isSame ? limit : unlimited);
    }
  }

  visit(schema, { path: [], isName: false }, unlimited);
  return [...warnings];
}

const unlimited = Number.POSITIVE_INFINITY;

function subjectOf({ source }: Expression, { path, isName }: PatternSubject): string {
  return patternSubject(isName ? `${source} for the field names` : source, path);
}

function refusalOf({ isName }: PatternSubject, maxLength: number): string {
  return `a ${isName ? 'name' : 'string'} of more than ${maxLength} characters is refused before the pattern runs`;
}

function whereOf({ isName }: PatternSubject): string {
  return isName ? ' in propertyNames' : '';
}
