import type { RefusedOutcome } from '@toolwire/core';
import type { Interruption } from '@toolwire/limits/stage';

/** The steps of a stop that loses no call; each goes further than the one before. */
export interface StopSteps {
  /** Reports as not healthy, so that load balancers look elsewhere; calls are still taken. */
  readonly announce: () => void;
  /** Ends what has no end of its own, such as streams that tell of changes; calls are still taken. */
  readonly endStreams: () => void;
  /** Refuses new calls, and says when to come back; calls that run go on. */
  readonly refuse: () => void;
  /** Ends calls that still run: their signals abort, and their callers are told. */
  readonly interrupt: () => void;
  /** Resolves when nothing runs any more that goes on without its caller, and so without a connection. */
  readonly idle: () => Promise<void>;
}

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
export function createStopping(interruption: Interruption): Stopping {
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
      idle: interruption.idle,
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
