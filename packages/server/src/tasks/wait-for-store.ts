import type { ServiceTask, ServiceTasks } from '@toolwire/core/wire';
import { maxTimerMs, noResponseError } from '@toolwire/internal';

/** The timeout of the task store, in milliseconds. Our stores time out earlier, with a better error. */
const storeWaitMs = 10_000;

/** How long a result waits for the store to remove its task or to allow a restart, in milliseconds. It stays short, because the caller waits. */
export const resultWaitMs = 1_000;

/** Resolves to a store's answer. Rejects after a timeout or when the signal aborts. */
export function waitForStore<T>(answer: Promise<T>, signal?: AbortSignal, waitMs: number = storeWaitMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    const stop = (): void => {
      end();
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      end();
      reject(noResponseError('The store of tasks', waitMs)());
    }, waitMs);
    signal?.addEventListener('abort', stop, { once: true });
    answer.finally(end).then(resolve, reject);
    if (signal?.aborted) stop();
  });
}

/** The task to wait for, and for how long. */
interface WaitOptions {
  readonly id: string;
  readonly owner: string | undefined;
  /** The timeout, in milliseconds; may be `Infinity`. */
  readonly ms: number;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

/**
 * Resolves to the task once it has ended or needs input, and to `gone` if it does not exist. After the timeout it resolves to the last
 * state, or to `late` if no state was read. Rejects if the task can't be read.
 */
export function waitForUpdate(
  tasks: ServiceTasks,
  { id, owner, ms, signal }: WaitOptions,
): Promise<ServiceTask | 'gone' | 'late'> {
  return new Promise((resolve, reject) => {
    let unsubscribe = (): void => undefined;
    let lastState: ServiceTask | undefined;
    const endWaiting = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      unsubscribe();
    };
    const finish = (update: ServiceTask | 'gone' | 'late'): void => {
      endWaiting();
      resolve(update);
    };
    const giveUp = (): void => finish(lastState ?? 'late');
    const timer = setTimeout(giveUp, Math.min(Math.max(0, ms), maxTimerMs));
    signal.addEventListener('abort', giveUp, { once: true });
    const subscription = tasks.onChange(id, owner, (task) => {
      lastState = task;
      if (task?.status !== 'working') finish(task ?? 'gone');
    });
    // Also unsubscribes if the wait ends before the subscription is ready.
    unsubscribe = () =>
      void subscription.then(
        (stop) => stop?.(),
        () => undefined,
      );
    subscription.then(
      (stop) => {
        if (stop === undefined) finish('gone');
      },
      (error: unknown) => {
        endWaiting();
        reject(error);
      },
    );
    if (signal.aborted) giveUp();
  });
}
