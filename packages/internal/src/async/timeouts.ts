import { maxTimerMs } from '../options/check-numbers.ts';
import { settleWith } from './promises.ts';

/** Settles like the promise, or rejects with `timeoutError()` after a timeout. */
export function rejectAfterTimeout<T>(promise: Promise<T>, ms: number, timeoutError: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timeoutError()), ms);
    settleWith(promise, () => clearTimeout(timer), resolve, reject);
  });
}

/** Creates the error for a service that did not respond in time. */
export function noResponseError(service: string, ms: number): () => Error {
  return () =>
    new Error(
      `${service} has not responded within ${ms} milliseconds. Check that it runs and that this process can reach it.`,
    );
}

/** Settles like the promise, or like `late` after a timeout. */
export function resolveAfterTimeout<T>(promise: PromiseLike<T>, ms: number, late: () => T): Promise<T> {
  // The `then` of a custom thenable may not return a promise.
  const settled = Promise.resolve(promise);
  if (ms > maxTimerMs) return settled;
  return new Promise((resolve, reject) => {
    const stopTimer = startTimer(ms, () => {
      try {
        resolve(late());
      } catch (thrown) {
        reject(thrown);
      }
    });
    settleWith(settled, stopTimer, resolve, reject);
  });
}

/** Starts a timer that does not keep the process alive. Returns a function that stops it. */
export function startTimer(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  unrefTimer(timer);
  return () => clearTimeout(timer);
}

/** Lets the process exit while this timer is pending. */
export function unrefTimer(timer: unknown): void {
  // Timers of browsers are numbers, which have no `unref`.
  (timer as { unref?(): void }).unref?.();
}
