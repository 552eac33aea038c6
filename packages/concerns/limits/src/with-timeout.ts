import {
  checkNames,
  checkNumber,
  durationLimit,
  formatDuration,
  LazySignal,
  maxTimerMs,
  type NamesOf,
} from '@toolwire/internal';

/** Options of `withTimeout()`. */
export interface WithTimeoutOptions {
  /** The limit in milliseconds; `Infinity` for none. */
  readonly ms: number;
  /** Ends the work early, for example when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
}

const optionNames: NamesOf<WithTimeoutOptions> = { ms: true, signal: true };

/**
 * Runs work with a time limit. After the limit it rejects with a `TimeoutError` and aborts the signal of the work. If
 * `signal` aborts, it rejects with that signal's reason. Later results are ignored.
 */
export async function withTimeout<T>(
  run: (signal: AbortSignal) => T | Promise<T>,
  options: WithTimeoutOptions,
): Promise<T> {
  checkNames('withTimeout()', options, optionNames);
  const { ms } = options;
  checkNumber('ms', ms, durationLimit);
  options.signal?.throwIfAborted();
  const lazy = new LazySignal(options);
  const { signal } = lazy;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const result = run(signal);
    return await new Promise<T>((resolve, reject) => {
      Promise.resolve(result).then(resolve, reject);
      const abandon = (): void => reject(signal.reason);
      signal.addEventListener('abort', abandon, { once: true });
      if (signal.aborted) {
        abandon();
      } else if (ms <= maxTimerMs) {
        timer = setTimeout(() => lazy.abort(timeoutError(ms)), ms);
      }
    });
  } finally {
    clearTimeout(timer);
    lazy.release();
  }
}

/** Returns the abort reason of a timeout, with the same name as in `AbortSignal.timeout`. */
export function timeoutError(ms: number): DOMException {
  return new DOMException(`Timed out after ${formatDuration(ms)}.`, 'TimeoutError');
}
