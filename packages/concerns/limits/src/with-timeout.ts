import { checkNames, longestTimerMs, type NamesOf } from '@toolwire/internal';
import { DerivedSignal } from './derived-signal.ts';
import { checkTimeLimit, timeoutError } from './time-limit.ts';

/** How long the work may take, and what else may end it. */
export interface WithTimeoutOptions {
  /** The limit in milliseconds; `Infinity` for none. */
  readonly ms: number;
  /** Ends the work early, as when the caller has gone. */
  readonly signal?: AbortSignal | undefined;
}

const optionNames: NamesOf<WithTimeoutOptions> = { ms: true, signal: true };

/**
 * Runs work that has to answer in time. Otherwise rejects with a `TimeoutError`, as `AbortSignal.timeout` names it, and aborts the
 * signal that the work got; when the given signal aborts, rejects with that signal's reason. Whatever the work does later is ignored.
 */
export async function withTimeout<T>(
  run: (signal: AbortSignal) => T | Promise<T>,
  options: WithTimeoutOptions,
): Promise<T> {
  checkNames('withTimeout()', options, optionNames);
  const { ms } = options;
  checkTimeLimit('ms', ms);
  options.signal?.throwIfAborted();
  const derived = new DerivedSignal(options);
  const { signal } = derived;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const answer = run(signal);
    return await new Promise<T>((resolve, reject) => {
      Promise.resolve(answer).then(resolve, reject);
      const abandon = (): void => reject(signal.reason);
      signal.addEventListener('abort', abandon, { once: true });
      if (signal.aborted) {
        abandon();
      } else if (ms <= longestTimerMs) {
        timer = setTimeout(() => derived.abort(timeoutError(ms)), ms);
      }
    });
  } finally {
    clearTimeout(timer);
    derived.release();
  }
}
