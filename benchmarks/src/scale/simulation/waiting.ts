import { quantile } from '../../statistics.ts';
import type { CellRun } from './cell-run.ts';

/** What callers see of a cell, in milliseconds, without what their tools wait for. */
export interface Waiting {
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
  /** By how much calls take longer with each second that goes by. */
  readonly growth: number;
}

/** Sums up how long the calls of a run took. */
export function waitingOf({ latencies, arrivals }: CellRun): Waiting {
  const sorted = [...latencies].sort((left, right) => left - right);
  const tenth = Math.ceil(latencies.length / 10);
  const later = mean(latencies.slice(-tenth)) - mean(latencies.slice(0, tenth));
  const seconds = (mean(arrivals.slice(-tenth)) - mean(arrivals.slice(0, tenth))) / 1e6;
  return {
    mean: mean(latencies) / 1000,
    p50: quantile(sorted, 0.5) / 1000,
    p99: quantile(sorted, 0.99) / 1000,
    growth: later / 1000 / seconds,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}
