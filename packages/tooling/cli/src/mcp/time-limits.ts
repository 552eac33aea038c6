interface TimeLimit {
  /** Aborts when the time is up. */
  readonly signal: AbortSignal;
  readonly end: () => void;
}

export interface TimeLimits {
  readonly start: () => TimeLimit;
  /** Restarts every limit, after a message that shows that the server is alive. */
  readonly renew: () => void;
  /** Pauses every limit until the work has ended. */
  readonly pauseDuring: <Result>(work: Promise<Result>) => Promise<Result>;
}

/** Creates the limits of a connection. The timeout of the official client cannot be paused while the user answers a question. */
export function createTimeLimits(timeoutMs: number): TimeLimits {
  const running = new Map<AbortController, NodeJS.Timeout | undefined>();
  let pauses = 0;
  const renew = (): void => {
    for (const [controller, timer] of running) {
      clearTimeout(timer);
      const timeout = pauses > 0 ? undefined : setTimeout(() => controller.abort(), timeoutMs);
      running.set(controller, timeout);
    }
  };
  return {
    start() {
      const controller = new AbortController();
      running.set(controller, pauses > 0 ? undefined : setTimeout(() => controller.abort(), timeoutMs));
      return {
        signal: controller.signal,
        end() {
          clearTimeout(running.get(controller));
          running.delete(controller);
        },
      };
    },
    renew,
    async pauseDuring(work) {
      pauses += 1;
      renew();
      try {
        return await work;
      } finally {
        pauses -= 1;
        renew();
      }
    },
  };
}
