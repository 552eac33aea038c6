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

/** An operation of a database that may run more than once, because its response can be lost. */
interface RetriedOperation<Result> {
  /** Sends the operation, with the time left until the timeout. */
  readonly send: (leftMs: number) => Promise<Result>;
  readonly isTransient: (error: unknown) => boolean;
  readonly timeoutMs: number;
  readonly noResponse: () => Error;
  /** Receives results that arrive after the rejection: the operation took effect nevertheless. Its errors are ignored. */
  readonly onLateResult?: ((result: Result) => void) | undefined;
}

/** The delay between two attempts. */
const retryDelayMs = 50;

/** Retries an operation after transient errors, and rejects with the last error at the timeout. */
export async function retryUntilTimeout<Result>(operation: RetriedOperation<Result>): Promise<Result> {
  const { send, isTransient, timeoutMs, noResponse, onLateResult } = operation;
  const deadline = performance.now() + timeoutMs;
  let lastSent: Promise<Result> | undefined;
  for (;;) {
    try {
      const leftMs = Math.max(1, Math.ceil(deadline - performance.now()));
      lastSent = send(leftMs);
      return await rejectAfterTimeout(lastSent, leftMs, noResponse);
    } catch (error) {
      if (!isTransient(error) || performance.now() + retryDelayMs >= deadline) {
        // Only the last attempt can be unsettled: each earlier one was rejected.
        lastSent?.then(onLateResult).catch(() => undefined);
        throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
  }
}
