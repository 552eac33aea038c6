import { setTimeout as wait } from 'node:timers/promises';

/** What a step fails with, other than that its client has not found back yet. */
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
