import type { ServiceTask, ServiceTasks } from '@toolwire/core/wire';

/** What is waited for. */
export interface AwaitedTask {
  readonly id: string;
  readonly owner: string | undefined;
  /** How long, in milliseconds. */
  readonly ms: number;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
}

/** The task once it has ended or asks for something, or as it was seen last when the time is up; `gone`, or `late` where it was not seen. Rejects where it cannot be read. */
export function firstNews(
  tasks: ServiceTasks,
  { id, owner, ms, signal }: AwaitedTask,
): Promise<ServiceTask | 'gone' | 'late'> {
  return new Promise((resolve, reject) => {
    let leave = (): void => undefined;
    let seen: ServiceTask | undefined;
    const endWaiting = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      leave();
    };
    const finish = (news: ServiceTask | 'gone' | 'late'): void => {
      endWaiting();
      resolve(news);
    };
    const giveUp = (): void => finish(seen ?? 'late');
    const timer = setTimeout(giveUp, Math.max(0, ms));
    signal.addEventListener('abort', giveUp, { once: true });
    const following = tasks.onChange(id, owner, (task) => {
      seen = task;
      if (task?.status !== 'working') finish(task ?? 'gone');
    });
    // Whatever comes first, nobody is left to watch.
    leave = () =>
      void following.then(
        (stop) => stop?.(),
        () => undefined,
      );
    following.then(
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
