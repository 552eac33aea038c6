import { unrefTimer } from '@toolwire/internal';

/** Runs work with a signal that aborts after the timeout, with the error that `timeoutError` returns. The work must observe the signal. */
export async function withAbortAfter<T>(
  seconds: number,
  timeoutError: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(timeoutError()), seconds * 1000);
  unrefTimer(timer);
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
  }
}
