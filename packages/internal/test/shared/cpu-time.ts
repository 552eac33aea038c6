import { cpuUsage } from 'node:process';

/** Runs a function and measures its CPU time, in milliseconds. Other processes on a busy machine don't count. */
export function measureCpu<T>(work: () => T): { readonly ms: number; readonly result: T } {
  const before = cpuUsage();
  const result = work();
  const { user, system } = cpuUsage(before);
  return { ms: (user + system) / 1000, result };
}

/** The CPU time that a function takes, in milliseconds. */
export function cpuMs(work: () => unknown): number {
  return measureCpu(work).ms;
}

/** How often a ratio that is too large is measured again, because the first runs also compile the code. */
const maxRounds = 5;

/**
 * How many times as much CPU time one function takes as another. The speed of the machine cancels out, and each function counts with
 * its fastest run.
 */
export function cpuRatio(work: () => unknown, reference: () => unknown, most: number): number {
  let [workMs, referenceMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round === 0 || (round < maxRounds && workMs >= most * referenceMs); round += 1) {
    referenceMs = Math.min(referenceMs, cpuMs(reference));
    workMs = Math.min(workMs, cpuMs(work));
  }
  return workMs / referenceMs;
}

/** The CPU time of `countUp()` on the machine that limits in milliseconds are for. */
const usualMs = 6;

/** How many times slower this machine is now than the one that limits in milliseconds are for; at least 1. */
export function machineSlowness(): number {
  const bestMs = Math.min(...Array.from({ length: 5 }, () => cpuMs(countUp)));
  return Math.max(1, bestMs / usualMs);
}

function countUp(): number {
  let sum = 0;
  for (let number = 0; number < 3_000_000; number += 1) sum += number;
  return sum;
}
