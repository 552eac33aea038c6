/** Creates the time limits of all requests of a connection. Unlike the timeout of the official client, they pause while the user answers a question. */
export function createTimeLimits(timeoutMs: number) {
  const running = new Map<AbortController, NodeJS.Timeout | undefined>();
  let pauses = 0;
  const startTimer = (controller: AbortController): void => {
    running.set(controller, pauses > 0 ? undefined : setTimeout(() => controller.abort(), timeoutMs));
  };
  const renew = (): void => {
    for (const [controller, timer] of running) {
      clearTimeout(timer);
      startTimer(controller);
    }
  };
  return {
    /** Starts the time that one request has for its response. The signal aborts when the time is up. */
    start() {
      const controller = new AbortController();
      startTimer(controller);
      return {
        signal: controller.signal,
        end: (): void => {
          clearTimeout(running.get(controller));
          running.delete(controller);
        },
      };
    },
    /** Restarts every limit, after a message that shows that the server is alive. */
    renew,
    /** Pauses every limit until the work has ended. */
    pauseDuring: async <Result>(work: Promise<Result>): Promise<Result> => {
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

export type TimeLimits = ReturnType<typeof createTimeLimits>;
