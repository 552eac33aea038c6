/** Watches how long the event loop of this process is held at a time. */
export interface LoopWatch {
  /** The longest so far, in milliseconds. */
  worstMs(): number;
  /** Begins anew. */
  forget(): void;
}

const everyMs = 5;

/**
 * Watches the event loop. Only the CPU time of this process counts, so that a busy machine causes no stall, and no more than the
 * wall time, because garbage collection uses several threads.
 */
export function watchLoop(): LoopWatch {
  let worst = 0;
  let cpu = process.cpuUsage();
  let at = performance.now();
  const look = (): void => {
    const { user, system } = process.cpuUsage(cpu);
    const now = performance.now();
    worst = Math.max(worst, Math.min((user + system) / 1000, now - at));
    begin(now);
  };
  const begin = (now: number): void => {
    cpu = process.cpuUsage();
    at = now;
  };
  setInterval(look, everyMs).unref();
  return {
    worstMs: () => {
      look();
      return worst;
    },
    forget: () => {
      worst = 0;
      begin(performance.now());
    },
  };
}
