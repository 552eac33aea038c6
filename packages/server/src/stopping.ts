import type { RefusedOutcome } from '@toolwire/core';
import type { StopSteps } from '@toolwire/core/wire';
import type { Interruption } from '@toolwire/limits/stage';

/** How far a server is on its way to a stop. */
export interface Stopping {
  readonly steps: StopSteps;
  readonly isHealthy: () => boolean;
  /** Why calls are refused, once they are (OTC-CALL-07a). */
  readonly refusal: () => RefusedOutcome | undefined;
  /** Calls back when what has no end of its own is to end, until the function that it answers is called. */
  readonly onStop: (listener: () => void) => () => void;
}

/** Makes the state of a server that runs, and has not been told to stop. */
export function createStopping(interruption: Interruption, tasksEnd: () => Promise<void>): Stopping {
  let healthy = true;
  let ending = false;
  let taking = true;
  const listeners = new Set<() => void>();
  const announce = (): void => {
    healthy = false;
  };
  const endStreams = (): void => {
    announce();
    if (ending) return;
    ending = true;
    for (const listener of listeners) listener();
  };
  const refuse = (): void => {
    endStreams();
    taking = false;
  };
  return {
    steps: {
      announce,
      endStreams,
      refuse,
      interrupt: () => {
        refuse();
        interruption.interrupt();
      },
      // What a run came to is kept after it.
      idle: async () => {
        await Promise.all([interruption.idle(), tasksEnd()]);
      },
    },
    isHealthy: () => healthy,
    refusal: () => (taking ? undefined : unavailable),
    onStop: (listener) => {
      // Who comes late is told too, and not before it has the function to leave by.
      if (ending) queueMicrotask(listener);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const unavailable: RefusedOutcome = {
  kind: 'refused',
  code: 'unavailable',
  message: 'The server is temporarily unavailable. Please try again shortly.',
  retryAfterMs: 1000,
};
