import { isObject, type JsonSchema } from '../json-schema/json.ts';
import { flaggedPatternMark } from '../publish/marks.ts';
import type { Expression } from '../regex-cost/parse-expression.ts';
import type { PatternCosts } from '../regex-cost/pattern-costs.ts';
import type { Steps } from '../regex-cost/pattern-steps.ts';

/** The cost of a schema's patterns. */
export interface PatternLimits {
  /** The length of the longest text that the patterns may run on. */
  readonly allowedLength: number;
  /** The length of the longest text that the patterns can run on in time, regardless of other limits. */
  readonly longestInTime: number;
  /** The step counts of the slow patterns. */
  readonly steps: readonly Steps[];
}

/** The published pattern of a schema, and the pattern that only its library checks. */
export function expressionsOf(schema: JsonSchema): readonly Expression[] {
  const { pattern, [flaggedPatternMark]: flagged } = schema;
  return [
    ...(typeof pattern === 'string' ? [publishedExpression(pattern)] : []),
    ...(isObject(flagged) ? [{ source: String(flagged['source']), flags: String(flagged['flags']) }] : []),
  ];
}

/** A published pattern, which JSON Schema reads with the u flag. */
export function publishedExpression(source: string): Expression {
  return { source, flags: 'u' };
}

/**
 * Computes the longest text for patterns and their cost; `undefined` without a pattern. `maxLength` is `Infinity` without a limit, and then
 * `maxPatternLength` applies.
 */
export function patternLimits(
  expressions: readonly Expression[],
  costs: PatternCosts,
  { maxLength, maxPatternLength }: { readonly maxLength: number; readonly maxPatternLength: number },
): PatternLimits | undefined {
  if (expressions.length === 0) {
    return undefined;
  }
  const patternCosts = expressions.map((expression) => costs.of(expression));
  const lengthLimit = Number.isFinite(maxLength) ? maxLength : maxPatternLength;
  const steps = patternCosts.flatMap((cost) => cost.steps ?? []);
  const longestInTime = Math.min(...patternCosts.map((cost) => cost.longestInTime));
  return { allowedLength: Math.min(lengthLimit, longestInTime), longestInTime, steps };
}

/** Whether patterns need no `maxLength`: a library wrote them for a format, or a pattern limits the length itself. */
export function needNoMaxLength(schema: JsonSchema, expressions: readonly Expression[], costs: PatternCosts): boolean {
  return (
    typeof schema['format'] === 'string' ||
    expressions.some((expression) => Number.isFinite(costs.of(expression).longestMatch))
  );
}
