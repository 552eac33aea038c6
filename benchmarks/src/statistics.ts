/** What many measurements of one thing come to. */
export interface Summary {
  readonly median: number;
  /** The first quartile. */
  readonly low: number;
  /** The third quartile. */
  readonly high: number;
}

/** Sums up measurements by median and quartiles, which a single disturbed round does not move. */
export function summarize(values: readonly number[]): Summary {
  const sorted = [...values].sort((left, right) => left - right);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

/** What one thing costs as a multiple of another, measurement by measurement. */
export function ratiosOf(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.map((cost, index) => cost / (theirs[index] as number));
}

/** The value below which such a share of them lies, among values that are sorted. */
export function quantile(sorted: readonly number[], share: number): number {
  const last = sorted.length - 1;
  if (last < 0) throw new RangeError('There is nothing to sum up: no round was measured.');
  const at = share * last;
  const below = sorted[Math.floor(at)] as number;
  const above = sorted[Math.ceil(at)] as number;
  return below + (above - below) * (at - Math.floor(at));
}
