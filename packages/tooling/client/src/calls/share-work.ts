/** Running work, and how many callers wait for it. */
interface RunningWork<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Shares running work among concurrent callers. The work is aborted when the signals of all callers have aborted. The promise of a caller
 * that leaves earlier settles only with the work, which is harmless: the caller's `withTimeout` has rejected already.
 */
export function shareWork<T>(work: (signal: AbortSignal) => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let running: RunningWork<T> | undefined;
  const end = (ended: RunningWork<T>): void => {
    if (running === ended) running = undefined;
  };
  const start = (): RunningWork<T> => {
    const controller = new AbortController();
    return { result: work(controller.signal), controller, waiting: 0 };
  };

  return async (signal) => {
    signal.throwIfAborted();
    running ??= start();
    const joined = running;
    joined.waiting += 1;
    const leave = (): void => {
      joined.waiting -= 1;
      if (joined.waiting > 0) return;
      end(joined);
      joined.controller.abort(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await joined.result;
    } finally {
      signal.removeEventListener('abort', leave);
      end(joined);
    }
  };
}
