/** The value below which a share of the others lies, such as 0.99 of them. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('There is nothing to sum up: nothing was measured.');
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;
}

/** Prints the figures of a run, one line each. */
export function printFigures(title: string, figures: Readonly<Record<string, string | number>>): void {
  const width = Math.max(...Object.keys(figures).map(({ length }) => length));
  const lines = Object.entries(figures).map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`);
}

/** Milliseconds, with as many digits as matter. */
export function inMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`;
}

/** Bytes as megabytes. */
export function inMegabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
