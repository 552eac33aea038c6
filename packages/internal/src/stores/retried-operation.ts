import { rejectAfterTimeout } from '../async/timeouts.ts';

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
