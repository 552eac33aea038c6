import process from 'node:process';
import { completed, createMemoryTaskEngine, createTaskCalls, type TaskStore } from '@toolwire/tasks';

/** How a worker process runs tasks. */
export interface WorkerSettings {
  readonly name: string;
  readonly leaseMs: number;
  /** Whether each call waits for a message of the parent process. */
  readonly waits: boolean;
}

/** A message of a worker about a call. */
export interface WorkerStep {
  readonly taskId: string;
  readonly attempt: number;
  readonly step: 'begun' | 'ended' | 'aborted';
}

/** Runs the tasks of a store in this process, and reports each step to the parent process. */
export function startTaskWorker(store: TaskStore, { name, leaseMs, waits }: WorkerSettings): void {
  const released = waits ? new Promise<void>((resolve) => process.once('message', () => resolve())) : Promise.resolve();
  const calls = createTaskCalls({ store, engine: createMemoryTaskEngine(), leaseMs, sweepMs: 100 });
  const report = (step: WorkerStep): void => void process.send?.(step);
  calls.work(async ({ taskId, attempt, save, signal }) => {
    report({ taskId, attempt, step: 'begun' });
    await released;
    await save(name).catch(() => undefined);
    report({ taskId, attempt, step: signal.aborted ? 'aborted' : 'ended' });
    return completed(name);
  });
  process.send?.('ready');
}
