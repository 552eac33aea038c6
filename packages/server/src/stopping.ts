import type { RefusedOutcome } from '@toolwire/core';
import type { Interruption } from '@toolwire/limits/stage';

/** The steps of a stop that loses no call; each goes further than the one before. */
export interface StopSteps {
  /** Reports as not healthy, so that load balancers look elsewhere; calls are still taken. */
  readonly announce: () => void;
  /** Refuses new calls, and says when to come back; calls that run go on. */
  readonly refuse: () => void;
  /** Ends calls that still run: their signals abort, and their callers are told. */
  readonly interrupt: () => void;
}

/** How far a server is on its way to a stop. */
export interface Stopping {
  readonly steps: StopSteps;
  readonly isHealthy: () => boolean;
  /** Why calls are refused, once they are (OTC-CALL-07a). */
  readonly refusal: () => RefusedOutcome | undefined;
  /** Calls back when calls are no longer taken, until the function that it answers is called. */
  readonly onStop: (listener: () => void) => () => void;
}

/** Makes the state of a server that runs, and has not been told to stop. */
export function createStopping(interruption: Interruption): Stopping {
  let healthy = true;
  let taking = true;
  const listeners = new Set<() => void>();
  const announce = (): void => {
    healthy = false;
  };
  const refuse = (): void => {
    announce();
    if (!taking) return;
    taking = false;
    for (const listener of listeners) listener();
  };
  return {
    steps: {
      announce,
      refuse,
      interrupt: () => {
        refuse();
        interruption.interrupt();
      },
    },
    isHealthy: () => healthy,
    refusal: () => (taking ? undefined : unavailable),
    onStop: (listener) => {
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
