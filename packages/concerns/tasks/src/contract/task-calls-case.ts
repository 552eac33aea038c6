import type { HasTool, RunCall, TaskCalls } from '../calls/task-calls.ts';
import type { TaskCallsOptions } from '../calls/task-calls-options.ts';
import type { WorkerHandle } from '../engine/task-engine.ts';
import type { TaskCall } from '../record/task-record.ts';
import { newCall, unique } from './task-store-case.ts';

/** A store and an engine, opened by several processes. */
export interface TaskCallsSubject {
  /** Opens another process on the same tasks and queue. */
  readonly open: (
    options?: Pick<TaskCallsOptions, 'toolWaitMs' | 'maxRunningPerOwner' | 'maxRunningPerTool'>,
  ) => TaskCalls;
}

/** One requirement of a store with an engine. */
export interface TaskCallsCase {
  readonly title: string;
  /** Rejects if the store or its engine fails the case. No other workers may be running. */
  readonly run: (subject: TaskCallsSubject) => Promise<void>;
}

/** Creates a case, like `test` of a test runner. It opens further processes next to `web`, which is ready. */
export function callsCase(
  title: string,
  run: (web: TaskCalls, open: TaskCallsSubject['open']) => Promise<void>,
): TaskCallsCase {
  return {
    title,
    run: async ({ open }) => {
      const web = open();
      await web.ready();
      await run(web, open);
    },
  };
}

/** The owner of the calls. */
export const owner = 'ada';

/** Runs calls in a worker until the case ends. */
export type Work = (calls: TaskCalls, run: RunCall, hasTool?: HasTool) => void;

/** Passes functions that start workers and register cleanups. Afterwards, it runs the cleanups, which end running calls, and stops the workers. */
export async function withWorkers(
  use: (work: Work, atEnd: (cleanUp: () => void) => void) => Promise<void>,
): Promise<void> {
  const workers: WorkerHandle[] = [];
  const cleanUps: (() => void)[] = [];
  try {
    await use(
      (calls, run, hasTool) => void workers.push(calls.work(run, hasTool)),
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

/** Starts a call with a unique call ID; of an anonymous caller if `ownerOfCall` is `null`. */
export async function startCall(
  calls: TaskCalls,
  more: Partial<TaskCall> = {},
  ownerOfCall: string | null = owner,
): Promise<{ id: string; callId: string }> {
  const call = { ...newCall, callId: unique('call'), retrySafe: false, ...more };
  const started = await calls.start({ owner: ownerOfCall ?? undefined, call });
  if (!started.started) throw new Error(`start: expected a task, got ${started.reason}`);
  return { id: started.task.id, callId: call.callId };
}
