import type { ServiceTask, ServiceTasks } from '@toolwire/core/wire';
import { maxTimerMs } from '@toolwire/internal';

/** The task to wait for, and for how long. */
export interface WaitOptions {
  readonly id: string;
  readonly owner: string | undefined;
  /** The timeout, in milliseconds; may be `Infinity`. */
  readonly ms: number;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

/** Resolves to a task that ended or needs input. After the timeout it resolves to the last state, or to `late` if there is none; to `gone` if the task does not exist. Rejects if it can't be read. */
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
    // Unsubscribes, whichever comes first.
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
