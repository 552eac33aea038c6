import { setTimeout as wait } from 'node:timers/promises';
import { isBusy } from './sqlite-errors.ts';

/** The file was locked for longer than anybody waits. */
export class LockedError extends Error {
  override readonly name: string = 'LockedError';

  constructor(ms: number, options: ErrorOptions) {
    super(`Another process has locked the file of tasks for more than ${ms} milliseconds.`, options);
  }
}

/** Does a step as soon as no other process is in its way. The event loop goes on meanwhile, as it would not if SQLite waited. */
export async function untilFree<Done>(busyMs: number, step: () => Done): Promise<Done> {
  const began = performance.now();
  for (;;) {
    try {
      return step();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() - began > busyMs) throw new LockedError(busyMs, { cause: error });
    }
    // Not at once, and not all together, who have waited for the same.
    await wait(1 + Math.random() * 20);
  }
}
