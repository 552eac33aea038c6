import { setTimeout as wait } from 'node:timers/promises';

/** The error of a step, except that its client has not reconnected yet. */
export async function untilConnected(step: () => unknown): Promise<string | undefined> {
  for (;;) {
    try {
      await step();
      return undefined;
    } catch (error) {
      if (!String(error).includes('not connected')) return String(error);
      await wait(20);
    }
  }
}
