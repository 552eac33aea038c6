import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistanceWithin } from '../src/index.ts';
import { cpuMs } from './shared/index.ts';

/** Optimal string alignment over the whole table. */
function referenceDistance(left: string, right: string): number {
  const table = Array.from({ length: left.length + 1 }, (_, i) =>
    Array.from({ length: right.length + 1 }, (_none, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => table[i]?.[j] ?? Infinity;
  for (let i = 1; i <= left.length; i++) {
    for (let j = 1; j <= right.length; j++) {
      const swapped = left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1] ? at(i - 2, j - 2) + 1 : Infinity;
      (table[i] as number[])[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (left[i - 1] === right[j - 1] ? 0 : 1),
        swapped,
      );
    }
  }
  return at(left.length, right.length);
}

it('the distance agrees with the full table, up to its limit', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  const perLimit = [0, 0, 0, 0];
  fc.assert(
    fc.property(letters, letters, fc.nat({ max: 3 }), (left, right, limit) => {
      const expected = Math.min(referenceDistance(left, right), limit + 1);
      expect(editDistanceWithin(left, right, limit)).toBe(expected);
      if (expected <= limit) perLimit[expected] = (perLimit[expected] ?? 0) + 1;
    }),
    { numRuns: 3000 },
  );
  expect(Math.min(...perLimit)).toBeGreaterThan(5);
});

it('the distance of long words takes linear time', () => {
  const left = 'ab'.repeat(20_000);
  expect(cpuMs(() => expect(editDistanceWithin(left, `${left.slice(2)}ba`, 2)).toBe(1))).toBeLessThan(500);
});
