import { longestTimerMs, type NumberRule } from '@toolwire/internal';

/** A wait that a timer can hold, and that may be none. */
export const timerWait: NumberRule = { unit: 'milliseconds', from: 0, to: longestTimerMs };
/** Any amount that is not below zero. */
export const amount: NumberRule = { from: 0 };
/** A part of a whole. */
export const share: NumberRule = { from: 0, to: 1 };
