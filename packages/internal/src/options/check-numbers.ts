import { showValue } from './describe-value.ts';
import { StartupError } from './startup-error.ts';

/** Which numbers are valid. */
export interface NumberRule {
  /** The unit, in the plural. */
  readonly unit?: string;
  readonly whole?: boolean;
  /** The minimum. */
  readonly from?: number;
  /** The exclusive minimum. */
  readonly above?: number;
  /** The maximum. */
  readonly to?: number;
  /** What `Infinity` means, if it is valid. */
  readonly infinity?: string;
}

/** The maximum delay of a timer. A longer one fires immediately. */
export const maxTimerMs: number = 2 ** 31 - 1;

/** A limit; `Infinity` disables it. */
export const anyLimit: NumberRule = { whole: true, from: 1, infinity: 'no limit' };
/** A duration. */
export const duration: NumberRule = { unit: 'milliseconds', above: 0 };
/** A timeout; `Infinity` disables it. */
export const durationLimit: NumberRule = { ...duration, infinity: 'no limit' };
/** A duration for a timer. */
export const timer: NumberRule = { ...duration, to: maxTimerMs };
/** A duration that is sent, in whole milliseconds. */
export const wholeMs: NumberRule = { unit: 'milliseconds', whole: true, from: 1 };
/** A duration that is sent and also used for a timer. */
export const wholeTimer: NumberRule = { ...wholeMs, to: maxTimerMs };
/** A number of bytes. */
export const byteCount: NumberRule = { unit: 'bytes', whole: true, from: 1 };

/** Returns a valid number; throws otherwise. */
export function checkNumber(name: string, value: unknown, rule: NumberRule): number {
  if (typeof value === 'number' && isWithin(value, rule)) return value;
  throw new StartupError('TW_OPTION_NUMBER', `${name} must be ${describeRule(rule)}, got ${showValue(value)}.`);
}

/** Throws unless the number is an integer of at least `lowest`. */
export function checkCount(name: string, count: unknown, lowest: number = 1): void {
  checkNumber(name, count, { whole: true, from: lowest });
}

/** Whether a number follows a rule. */
function isWithin(value: number, { whole, from, above, to, infinity }: NumberRule): boolean {
  if (value === Number.POSITIVE_INFINITY) return infinity !== undefined;
  return (
    Number.isFinite(value) &&
    (whole !== true || Number.isSafeInteger(value)) &&
    (from === undefined || value >= from) &&
    (above === undefined || value > above) &&
    (to === undefined || value <= to)
  );
}

function describeRule({ unit, whole, from, above, to, infinity }: NumberRule): string {
  let text = whole === true ? 'a whole number' : 'a number';
  if (unit !== undefined) text += ` of ${unit}`;
  if (from !== undefined) text += to === undefined ? ` of ${from} or more` : ` from ${from} to ${to}`;
  if (above !== undefined) text += ` above ${above}`;
  if (from === undefined && to !== undefined) text += ` up to ${to}`;
  return infinity === undefined ? text : `${text}, or Infinity for ${infinity}`;
}

/** A share of a whole, rounded up; by default all of it. */
export function shareOf(whole: number, share = 1): number {
  if (share === 0) return 0;
  // Rounded first, because 100 * 0.07 is 7.000000000000001.
  return share >= 1 ? whole : Math.ceil(Number((whole * share).toPrecision(15)));
}
