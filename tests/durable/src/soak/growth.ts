import type { SoakSample } from './run-soak.ts';

/** The largest growth between the second and the last quarter of a soak. */
const maxGrowth = 1.25;
/** With fewer samples, quarters are too short to compare. */
const minSamples = 8;

const measures: Readonly<Record<string, (sample: SoakSample) => number>> = {
  heap: ({ vitals }) => Math.max(...vitals.map(({ heap }) => heap)),
  'stored keys or rows': ({ stored }) => stored,
};

/** Finds what grew from the second quarter of a soak to its last, each as a sentence. The first quarter is the start. */
export function findGrowth(samples: readonly SoakSample[]): string[] {
  if (samples.length < minSamples) return [];
  const quarter = Math.floor(samples.length / 4);
  return Object.entries(measures).flatMap(([name, measure]) => {
    const early = median(samples.slice(quarter, 2 * quarter).map(measure));
    const late = median(samples.slice(-quarter).map(measure));
    return late > maxGrowth * early ? [`growth: ${name} grew from ${Math.round(early)} to ${Math.round(late)}`] : [];
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
