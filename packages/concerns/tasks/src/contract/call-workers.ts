import type { RunCall, TaskCalls, TaskWorkOptions } from '../task-calls.ts';
import type { WorkerHandle } from '../task-engine.ts';

/** The owner of the calls. */
export const owner = 'ada';

/** Runs calls in a worker until the case ends. */
export type Work = (calls: TaskCalls, run: RunCall, options?: TaskWorkOptions) => void;

/** Ends running calls and stops the workers. */
export async function withWorkers(
  use: (work: Work, atEnd: (letGo: () => void) => void) => Promise<void>,
): Promise<void> {
  const workers: WorkerHandle[] = [];
  const letting: (() => void)[] = [];
  try {
    await use(
      (calls, run, options) => void workers.push(calls.work(run, options)),
      (letGo) => void letting.push(letGo),
    );
  } finally {
    for (const letGo of letting) letGo();
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

/** A promise and its resolver. */
export function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}

/** Polls until the condition holds. */
export async function patiently(holds: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
  const until = performance.now() + 30_000;
  while (!(await holds())) {
    if (performance.now() > until) throw new Error(otherwise);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
