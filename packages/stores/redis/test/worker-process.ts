import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { bundleProgram } from '@toolwire/programs';
import { endWithParent } from '@toolwire/programs/end-with-parent';
import { vi } from 'vitest';

/** The settings of a worker, in its environment. */
export interface WorkerSettings {
  readonly redisUrl: string;
  readonly prefix: string;
  readonly name: string;
  readonly leaseMs: number;
  /** Whether each call waits for a message of the parent process. */
  readonly waits: boolean;
}

/** The messages of a worker about a call. */
interface WorkerStep {
  readonly taskId: string;
  readonly attempt: number;
  readonly step: 'begun' | 'ended' | 'aborted';
}

/** A worker in a separate process. */
export interface WorkerProcess {
  readonly steps: readonly WorkerStep[];
  readonly signal: (name: NodeJS.Signals) => void;
  /** Lets it end what it holds. */
  readonly goOn: () => void;
  readonly kill: () => Promise<void>;
  readonly until: (step: WorkerStep['step'], taskId: string) => Promise<void>;
}

const program = bundleProgram(new URL('./task-worker.ts', import.meta.url));

/** Starts a worker, and waits until it takes calls. */
export async function startWorker(settings: WorkerSettings): Promise<WorkerProcess> {
  const child: ChildProcess = fork(program, {
    execArgv: [],
    env: { ...process.env, WORKER_SETTINGS: JSON.stringify(settings) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  endWithParent(child);
  const ended = once(child, 'exit');
  const steps: WorkerStep[] = [];
  const ready = once(child, 'message');
  child.on('message', (said) => {
    if (said !== 'ready') steps.push(said as WorkerStep);
  });
  await Promise.race([ready, ended]);
  return {
    steps,
    signal: (name) => void child.kill(name),
    goOn: () => void child.send('go on'),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    until: (step, taskId) =>
      vi.waitFor(
        () => {
          if (!steps.some((one) => one.step === step && one.taskId === taskId)) throw new Error(`It has not ${step}.`);
        },
        { timeout: 30_000 },
      ),
  };
}
