import { fork } from 'node:child_process';
import { once } from 'node:events';
import { bundleProgram } from '@toolwire/programs';
import { endWithParent } from '@toolwire/programs/end-with-parent';

/** The settings of a worker, in its environment. */
export interface WorkerSettings {
  readonly redisUrl: string;
  readonly leaseMs: number;
  /** How long it takes for each call. */
  readonly ms: number;
}

/** What a worker has begun. */
interface BegunRun {
  readonly taskId: string;
  readonly attempt: number;
}

/** A worker in a separate process. */
export interface WorkerProcess {
  readonly runs: readonly BegunRun[];
  readonly kill: () => Promise<void>;
}

const program = bundleProgram(new URL('./task-worker.ts', import.meta.url));

/** Starts a worker, and waits until it takes calls. */
export async function startWorker(settings: WorkerSettings): Promise<WorkerProcess> {
  const child = fork(program, {
    execArgv: [],
    env: { ...process.env, WORKER_SETTINGS: JSON.stringify(settings) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  endWithParent(child);
  const ended = once(child, 'exit');
  const runs: BegunRun[] = [];
  const ready = once(child, 'message');
  child.on('message', (said) => {
    if (said !== 'ready') runs.push(said as BegunRun);
  });
  await Promise.race([ready, ended]);
  return {
    runs,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
