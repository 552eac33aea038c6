import { type Summary, summarize } from '../statistics.ts';

// Stores results, so that the compiler cannot remove the work.
let sink: unknown;

/** Measures nanoseconds per run of synchronous work, in samples of about the same length. */
export function measure(work: (index: number) => unknown, samples: number): Summary {
  const run = (times: number): number => {
    const startedAt = performance.now();
    for (let index = 0; index < times; index++) sink = work(index);
    return performance.now() - startedAt;
  };
  run(20_000);
  const times = timesFor(run(20_000) / 20_000);
  return summarize(Array.from({ length: samples }, () => (run(times) / times) * 1e6));
}

/** The same for work that answers a promise: one at a time, each awaited. */
export async function measureAsync(work: (index: number) => unknown, samples: number): Promise<Summary> {
  const run = async (times: number): Promise<number> => {
    const startedAt = performance.now();
    for (let index = 0; index < times; index++) sink = await work(index);
    return performance.now() - startedAt;
  };
  await run(20_000);
  const times = timesFor((await run(20_000)) / 20_000);
  const measured: number[] = [];
  for (let sample = 0; sample < samples; sample++) measured.push(((await run(times)) / times) * 1e6);
  return summarize(measured);
}

/** Bytes that work allocates per run, by how much the heap has grown while nothing was collected. */
export async function allocated(work: (index: number) => unknown, samples: number): Promise<Summary> {
  const { gc } = globalThis;
  if (gc === undefined) throw new TypeError('Run this with --expose-gc.');
  const bytes: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < runsBetweenCollections; index++) sink = await work(index);
    bytes.push((process.memoryUsage().heapUsed - before) / runsBetweenCollections);
  }
  return summarize(bytes);
}

// A few megabytes, which the young part of a heap holds.
const runsBetweenCollections = 500;

/** What the last measurement made: for a check that the work was done. */
export function lastResult(): unknown {
  return sink;
}

const sampleMs = 20;

function timesFor(msPerRun: number): number {
  return Math.max(100, Math.round(sampleMs / Math.max(msPerRun, 1e-6)));
}
