/** Numbers that look random, and are the same in each run for the same seed. */
export interface RandomSource {
  /** Draws evenly between 0 and 1, and never either of them. */
  readonly uniform: () => number;
  /** Draws a time as those between calls of many callers are: exponentially distributed about its mean. */
  readonly exponential: (mean: number) => number;
}

/** Starts a source at a seed, a whole number: shifts and a counter, whose sums go through all of 32 bits. */
export function createRandomSource(seed: number): RandomSource {
  let shifted = Math.imul(seed + 1, 0x9e3779b1) || 1;
  let counted = seed;
  const uniform = (): number => {
    shifted ^= shifted << 13;
    shifted ^= shifted >>> 17;
    shifted ^= shifted << 5;
    counted = (counted + 0x61c88647) | 0;
    return (((shifted + counted) >>> 0) + 0.5) / 2 ** 32;
  };
  return { uniform, exponential: (mean) => -mean * Math.log(uniform()) };
}
