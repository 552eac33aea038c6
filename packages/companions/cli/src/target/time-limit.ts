/** A time for an answer that stands still while a person is asked something, and begins anew with every sign of life. */
export interface TimeLimit {
  /** Aborts when the time is up. */
  readonly signal: AbortSignal;
  /** Lets the time stand still until this has ended. */
  readonly during: <Result>(work: Promise<Result>) => Promise<Result>;
  /** There was a sign of life. */
  readonly renew: () => void;
  readonly end: () => void;
}

/** Begins a time. */
export function createTimeLimit(timeoutMs: number): TimeLimit {
  const controller = new AbortController();
  let paused = 0;
  let timer: NodeJS.Timeout | undefined;
  const renew = (): void => {
    clearTimeout(timer);
    if (paused === 0) timer = setTimeout(() => controller.abort(new Error('The time is up.')), timeoutMs);
  };
  renew();
  return {
    signal: controller.signal,
    async during(work) {
      paused += 1;
      clearTimeout(timer);
      try {
        return await work;
      } finally {
        paused -= 1;
        renew();
      }
    },
    renew,
    end() {
      // Nothing renews it any more.
      paused = Number.POSITIVE_INFINITY;
      clearTimeout(timer);
    },
  };
}
