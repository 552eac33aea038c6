import process from 'node:process';

/** The clocks of this machine, in milliseconds. */
export interface HostClock {
  /** The wall clock: milliseconds since 1970. It survives a restart of the machine, and can be set. */
  readonly wall: () => number;
  /** A monotonic clock, the same in all processes of the machine. It restarts with the machine, and can't be set (TASK-08). */
  readonly steady: () => number;
}

/** One moment, by both clocks. */
export interface HostTime {
  readonly wall: number;
  readonly steady: number;
}

/** The clocks of the operating system. */
export function hostClock(): HostClock {
  return { wall: Date.now, steady: () => Number(process.hrtime.bigint()) / 1e6 };
}

/** Reads both clocks at once. */
export function readClock(clock: HostClock): HostTime {
  return { wall: clock.wall(), steady: clock.steady() };
}
