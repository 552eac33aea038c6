import { visitSchemas } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, type PathSegment } from '../json-schema/json.ts';
import { slowPatternWarning, unboundedPatternWarning } from '../publish/warnings.ts';
import type { Expression } from '../regex-cost/parse-expression.ts';
import type { PatternCosts } from '../regex-cost/pattern-costs.ts';
import { expressionsOf, needNoMaxLength, publishedExpression } from './pattern-limits.ts';

/** Warns of slow patterns, and of patterns whose text has only the default limit. */
export function patternWarnings(schema: JsonSchema, costs: PatternCosts, maxPatternLength: number): readonly string[] {
  const warnings = new Set<string>();
  const lengths = new Map<string, number>();

  function warn(
    expression: Expression,
    path: readonly PathSegment[],
    maxLength: number,
    needsNoMaxLength: boolean,
  ): void {
    const { longestText, longestMatch } = costs.of(expression);
    const hasMaxLength = Number.isFinite(maxLength);
    const limit = hasMaxLength ? maxLength : maxPatternLength;
    if (longestText < Math.min(limit, longestMatch)) {
      warnings.add(slowPatternWarning(expression.source, path, longestText));
    } else if (longestMatch > maxPatternLength && !needsNoMaxLength && !hasMaxLength) {
      warnings.add(unboundedPatternWarning(expression.source, path, maxPatternLength));
    }
  }

  visitSchemas(schema, (subschema, path) => {
    const { maxLength, patternProperties, propertyNames } = subschema;
    // A schema in `allOf` or in a union inherits the limit of its parent.
    const around = isSameValue(path) ? lengths.get(JSON.stringify(path.slice(0, -2))) : undefined;
    const own = Math.min(
      typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY,
      around ?? Number.POSITIVE_INFINITY,
    );
    lengths.set(JSON.stringify(path), own);
    const expressions = expressionsOf(subschema);
    const needsNoMaxLength = needNoMaxLength(subschema, expressions, costs);
    for (const expression of expressions) warn(expression, path, own, needsNoMaxLength);
    const nameLength = isObject(propertyNames) ? propertyNames['maxLength'] : undefined;
    for (const pattern of isObject(patternProperties) ? Object.keys(patternProperties) : []) {
      warn(
        publishedExpression(pattern),
        path,
        typeof nameLength === 'number' ? nameLength : Number.POSITIVE_INFINITY,
        true,
      );
    }
  });
  return [...warnings];
}

function isSameValue(path: readonly PathSegment[]): boolean {
  return ['allOf', 'anyOf', 'oneOf'].includes(String(path.at(-2))) && typeof path.at(-1) === 'number';
}
