import { letProcessEnd } from '@toolwire/internal';

/** Hands the work a signal that aborts at the end of its time, with the error that `late` makes. */
export async function withinSeconds<T>(
  seconds: number,
  late: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(late()), seconds * 1000);
  letProcessEnd(timer);
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects at the end of its time also where the work does not heed its signal. */
export function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work().then(resolve, reject);
  });
}
