import { longestTimerMs } from '@toolwire/internal';

/** Refuses a number below zero. */
export function checkAmount(name: string, amount: unknown): void {
  if (typeof amount !== 'number' || !(amount >= 0 && amount < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${name} is ${String(amount)}. Give a number of 0 or more.`);
  }
}

/** Refuses a part of a range that is not from 0 to 1. */
export function checkShare(name: string, share: unknown): void {
  if (typeof share !== 'number' || !(share >= 0 && share <= 1)) {
    throw new RangeError(`${name} is ${String(share)}. Give a number from 0 to 1.`);
  }
}

/** Refuses a wait that no timer can hold. */
export function checkWait(name: string, ms: unknown): void {
  if (typeof ms !== 'number' || !(ms >= 0 && ms <= longestTimerMs)) {
    throw new RangeError(`${name} is ${String(ms)}. Give a number of milliseconds from 0 to ${longestTimerMs}.`);
  }
}

/** Refuses a deadline that has passed before anything begins. */
export function checkDeadline(name: string, ms: unknown): void {
  if (typeof ms !== 'number' || !(ms > 0)) {
    throw new RangeError(`${name} is ${String(ms)}. Give a number of milliseconds above 0, or Infinity for none.`);
  }
}
