import { fork } from 'node:child_process';
import { once } from 'node:events';
import { bundleProgram } from '@toolwire/programs';
import { endWithParent } from '@toolwire/programs/end-with-parent';

/** The settings of a worker with a limited tool, in its environment. */
export interface PlacesSettings {
  readonly at: { readonly url: string; readonly prefix: string } | { readonly url: string; readonly schema: string };
  readonly queue: string;
  /** Where it writes what it runs. */
  readonly log: string;
  readonly leaseMs: number;
  /** How long it takes for each call. */
  readonly ms: number;
  readonly maxRunningPerTool: number;
}

/** A worker in a separate process. */
export interface PlacesProcess {
  readonly pid: number;
  readonly kill: () => Promise<void>;
}

const program = bundleProgram(new URL('./slots-worker.ts', import.meta.url));

/** Starts a worker, and waits until it takes calls. */
export async function startPlacesWorker(settings: PlacesSettings): Promise<PlacesProcess> {
  const child = fork(program, {
    execArgv: [],
    env: { ...process.env, WORKER_SETTINGS: JSON.stringify(settings) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  endWithParent(child);
  const ended = once(child, 'exit');
  await Promise.race([once(child, 'message'), ended]);
  if (child.pid === undefined || child.exitCode !== null) throw new Error('The worker ended before it was ready.');
  return {
    pid: child.pid,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
