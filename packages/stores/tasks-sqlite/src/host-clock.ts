import process from 'node:process';

/** The clocks of a host, in milliseconds. */
export interface HostClock {
  /** The time of day since 1970, which survives a restart of the host, and which somebody may set. */
  readonly wall: () => number;
  /** TASK-08: the same in all processes of the host, and set by nobody; it begins anew when the host is started. */
  readonly steady: () => number;
}

/** The clocks of this host. */
export function hostClock(): HostClock {
  return { wall: Date.now, steady: () => Number(process.hrtime.bigint()) / 1e6 };
}
