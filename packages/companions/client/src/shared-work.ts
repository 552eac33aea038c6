/** Work that is under way, and how many wait for it. */
interface UnderWay<T> {
  readonly answer: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** Does work once for all who ask while it is under way. Each may leave by a signal; when the last one has left, the work is aborted. */
export function shareWork<T>(work: (signal: AbortSignal) => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let underWay: UnderWay<T> | undefined;
  const end = (ended: UnderWay<T>): void => {
    if (underWay === ended) underWay = undefined;
  };
  const start = (): UnderWay<T> => {
    const controller = new AbortController();
    return { answer: work(controller.signal), controller, waiting: 0 };
  };

  return async (signal) => {
    signal.throwIfAborted();
    underWay ??= start();
    const joined = underWay;
    joined.waiting += 1;
    const leave = (): void => {
      joined.waiting -= 1;
      if (joined.waiting > 0) return;
      end(joined);
      joined.controller.abort(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await joined.answer;
    } finally {
      signal.removeEventListener('abort', leave);
      end(joined);
    }
  };
}
