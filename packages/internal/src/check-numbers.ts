import { showValue } from './show-value.ts';
import { StartUpError } from './start-up-error.ts';

/** Which numbers will do. */
export interface NumberRule {
  /** What is counted, in the plural. */
  readonly unit?: string;
  readonly whole?: boolean;
  /** The lowest that will do. */
  readonly from?: number;
  /** What every number that will do is larger than. */
  readonly above?: number;
  /** The highest that will do. */
  readonly to?: number;
  /** What `Infinity` stands for, where that will do. */
  readonly infinity?: string;
}

/** The longest a timer can wait; with more than that it would fire at once. */
export const longestTimerMs: number = 2 ** 31 - 1;

/** A limit that `Infinity` takes away. */
export const anyLimit: NumberRule = { whole: true, from: 1, infinity: 'no limit' };
/** A span of time. */
export const duration: NumberRule = { unit: 'milliseconds', above: 0 };
/** A limit of time that `Infinity` takes away. */
export const durationLimit: NumberRule = { ...duration, infinity: 'no limit' };
/** A span of time that a timer waits for. */
export const timer: NumberRule = { ...duration, to: longestTimerMs };
/** A span of time that is told to others, who know whole milliseconds only. */
export const wholeMs: NumberRule = { unit: 'milliseconds', whole: true, from: 1 };
/** A span of time that is told to others, and that a timer waits for. */
export const wholeTimer: NumberRule = { ...wholeMs, to: longestTimerMs };
/** A number of bytes. */
export const byteCount: NumberRule = { unit: 'bytes', whole: true, from: 1 };

/** Refuses, when the program starts, what is not a number, or not one that the rule has; answers one that is. */
export function checkNumber(name: string, value: unknown, rule: NumberRule): number {
  if (typeof value === 'number' && isWithin(value, rule)) return value;
  throw new StartUpError('TW_OPTION_NUMBER', `${name} is ${showValue(value)}. Give ${inWords(rule)}.`);
}

/** Refuses, when the program starts, a number that is not a whole one from `lowest` on. */
export function checkCount(name: string, count: unknown, lowest: number = 1): void {
  checkNumber(name, count, { whole: true, from: lowest });
}

/** Whether a number is one that the rule has. */
export function isWithin(value: number, { whole, from, above, to, infinity }: NumberRule): boolean {
  if (value === Number.POSITIVE_INFINITY) return infinity !== undefined;
  return (
    Number.isFinite(value) &&
    (whole !== true || Number.isSafeInteger(value)) &&
    (from === undefined || value >= from) &&
    (above === undefined || value > above) &&
    (to === undefined || value <= to)
  );
}

function inWords({ unit, whole, from, above, to, infinity }: NumberRule): string {
  const number = `a ${whole === true ? 'whole ' : ''}number${unit === undefined ? '' : ` of ${unit}`}`;
  const start = above === undefined ? '' : ` above ${above}`;
  const range =
    from === undefined
      ? `${start}${to === undefined ? '' : ` up to ${to}`}`
      : to === undefined
        ? ` of ${from} or more`
        : ` from ${from} to ${to}`;
  return `${number}${range}${infinity === undefined ? '' : `, or Infinity for ${infinity}`}`;
}
