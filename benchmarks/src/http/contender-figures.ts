import { type Figure, figure } from '../figure.ts';
import { summarize } from '../statistics.ts';
import type { Measured } from './take-turns.ts';

/** Describes the rows below each server. */
export const aboutContenders =
  'Below each: what its callers saw, and what it allocated in calls by themselves, where the main thread stood still for the collector.';

/** The lines of one server: its CPU time per call, what its callers saw, and what it allocates. */
export function contenderFigures(name: string, measured: Measured | undefined): readonly Figure[] {
  if (measured === undefined) return [];
  const { cpu, callsPerSecond, p99, allocated, collecting } = measured;
  return [
    figure(name, 'µs', summarize(cpu)),
    figure('  calls per second', 'calls/s', summarize(callsPerSecond)),
    figure('  99 % answered within', 'µs', summarize(p99)),
    ...(allocated.length === 0
      ? []
      : [
          figure('  allocated per call', 'bytes', summarize(allocated)),
          figure('  collected per call', 'µs', summarize(collecting)),
        ]),
  ];
}
