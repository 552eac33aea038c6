import type { JsonSchema } from '../json-schema/json.ts';
import type { PatternCosts } from '../regex-cost/pattern-costs.ts';
import { compileSizeLimits } from './compile-size-limits.ts';
import { SizeChecker } from './size-checker.ts';
import type { SizeLimits } from './size-limits.ts';
import { type Violation, violationsOf } from './size-violations.ts';

/** Returns the parts of a value that are too large, or `undefined`. Runs no pattern. */
export type SizeCheck = (value: unknown) => readonly Violation[] | undefined;

/** Creates the size check, which runs before any other check of a value. */
export function createSizeCheck(schema: JsonSchema, costs: PatternCosts, maxPatternLength: number): SizeCheck {
  let isCompiled = false;
  let limits: SizeLimits | undefined;
  return (value) => {
    if (!isCompiled) {
      // Compiled with the first value. The patterns were checked at definition.
      limits = compileSizeLimits(schema, costs, maxPatternLength);
      isCompiled = true;
    }
    return limits === undefined || new SizeChecker().isWithinLimits(limits, value)
      ? undefined
      : violationsOf(limits, value);
  };
}
