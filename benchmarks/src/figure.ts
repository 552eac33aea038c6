import type { Summary } from './statistics.ts';

/** One line of the report. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** `x` for a ratio, `types` for instantiations of them, `times` for what is counted. */
  readonly unit: 'µs' | 'ns' | 'ms' | 'bytes' | 'kB' | 'MB' | 'x' | 'ms/s' | 'calls/s' | 'types' | 'times';
  /** The first and the third quartile. */
  readonly spread?: readonly [low: number, high: number];
  /** The most that the value may be. */
  readonly atMost?: number;
  readonly note?: string;
  /** The value of an earlier run. */
  readonly before?: number;
}

/** Figures that were measured together. */
export interface Section {
  readonly title: string;
  /** How the figures came about, in a sentence. */
  readonly about: string;
  readonly figures: readonly Figure[];
  /** Printed as is below the figures, for example tables of another shape. */
  readonly text?: string;
}

/** Makes a line of measurements that are summed up already. */
export function figure(
  name: string,
  unit: Figure['unit'],
  summary: Summary,
  more: Pick<Figure, 'atMost' | 'note'> = {},
): Figure {
  return { name, unit, value: summary.median, spread: [summary.low, summary.high], ...more };
}

/** Whether a figure meets its target, or `undefined` without a target. */
export function meetsTarget({ value, atMost }: Figure): boolean | undefined {
  return atMost === undefined ? undefined : value <= atMost;
}

/** The same figure for a busy machine: only ratios are checked, each within a multiple of its target. */
export function judgedWithin(one: Figure, within: number | undefined): Figure {
  if (within === undefined || one.atMost === undefined) return one;
  const { atMost, ...rest } = one;
  return one.unit === 'x' ? { ...rest, atMost: atMost * within } : rest;
}
