import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textNestsDeeper, valueProblem } from '../src/http/parse-json.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('nesting (CASE-21)', () => {
  test('is the same for text as for the parsed value', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 6 }),
        fc.integer({ min: 0, max: 7 }),
        fc.constantFrom(0, 2),
        (value, limit, space) => {
          const deeper = depthOf(value) > limit;
          expect(textNestsDeeper(JSON.stringify(value, null, space), limit)).toBe(deeper);
          expect(valueProblem(value, limit, Number.POSITIVE_INFINITY)).toBe(deeper ? 'too_deep' : undefined);
        },
      ),
    );
  });

  test('ignores brackets, quotes and backslashes in strings', () => {
    expect(textNestsDeeper(JSON.stringify(['[[[["\\[[[[', '\\"[[[']), 1)).toBe(false);
  });

  test('is found in 200 000 levels, as text and as a value, without recursing', () => {
    expect(textNestsDeeper('['.repeat(200_000), 64)).toBe(true);
    let value: unknown = [];
    for (let level = 0; level < 200_000; level++) value = [value];
    expect(valueProblem(value, 64, Number.POSITIVE_INFINITY)).toBe('too_deep');
  });
});
