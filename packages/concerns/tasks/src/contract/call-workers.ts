import type { RunCall, TaskCalls, TaskWorkOptions } from '../task-calls.ts';
import type { WorkerHandle } from '../task-engine.ts';

/** The owner of the calls. */
export const owner = 'ada';

/** Runs calls in a worker until the case ends. */
export type Work = (calls: TaskCalls, run: RunCall, options?: TaskWorkOptions) => void;

/** Ends running calls and stops the workers. */
export async function withWorkers(
  use: (work: Work, atEnd: (cleanUp: () => void) => void) => Promise<void>,
): Promise<void> {
  const workers: WorkerHandle[] = [];
  const cleanUps: (() => void)[] = [];
  try {
    await use(
      (calls, run, options) => void workers.push(calls.work(run, options)),
      (cleanUp) => void cleanUps.push(cleanUp),
    );
  } finally {
    for (const cleanUp of cleanUps) cleanUp();
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

/** A promise and its resolver. */
export function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}
