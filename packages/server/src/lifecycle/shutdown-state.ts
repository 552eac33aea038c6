import type { RefusedOutcome } from '@toolwire/core';
import type { StopSteps } from '@toolwire/core/wire';
import { settleAll } from '@toolwire/internal';
import type { Interruption } from '@toolwire/limits/stage';

/** The state of a graceful shutdown. The adapter sets its times: `shutdown-times.ts` of `@toolwire/node`. */
export interface Shutdown {
  readonly steps: StopSteps;
  readonly isHealthy: () => boolean;
  /** The refusal for new calls; `undefined` until the server drains (OTC-CALL-07a). Read it with each call. */
  readonly refusal: RefusedOutcome | undefined;
  /** Calls the listener when open-ended work, such as streams, must end. Returns a function that removes the listener. */
  readonly onStop: (listener: () => void) => () => void;
}

/** Creates the state of a running server. */
export function createShutdown(interruption: Interruption, tasksIdle: () => Promise<void>): Shutdown {
  let healthy = true;
  let ending = false;
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
    shutdown.refusal = unavailable;
  };
  const shutdown: Shutdown & { refusal: RefusedOutcome | undefined } = {
    steps: {
      announce,
      endStreams,
      refuse,
      interrupt: () => {
        refuse();
        interruption.interrupt();
      },
      // The results of runs are stored after the runs end. A failure does not end the wait for the others.
      idle: () => settleAll([interruption.idle(), tasksIdle()]),
    },
    isHealthy: () => healthy,
    refusal: undefined,
    onStop: (listener) => {
      listeners.add(listener);
      // A late listener is called too, but only after it has the function to remove itself.
      if (ending) queueMicrotask(() => listeners.has(listener) && listener());
      return () => listeners.delete(listener);
    },
  };
  return shutdown;
}

const unavailable: RefusedOutcome = {
  kind: 'refused',
  code: 'unavailable',
  message: 'The server is temporarily unavailable. Retry in 1 second.',
  retryAfterMs: 1000,
};
