import { fork } from 'node:child_process';
import { once } from 'node:events';
import { bundleProgram } from '@toolwire/programs';
import { endWithParent } from '@toolwire/programs/end-with-parent';
import type { ServerSettings } from './server-settings.ts';

const program = bundleProgram(new URL('./tool-server.ts', import.meta.url));

/** A server in a separate process. */
export interface ServerProcess {
  readonly url: string;
  /** Sends the process a signal, such as one that pauses it. */
  readonly signal: (name: NodeJS.Signals) => void;
  readonly kill: () => Promise<void>;
  readonly ended: Promise<unknown>;
}

/** Starts a server, and waits until it listens. */
export async function startServer(
  settings: Pick<ServerSettings, 'redisUrl' | 'prefix' | 'effects'> & Partial<ServerSettings>,
): Promise<ServerProcess> {
  const all: ServerSettings = { leaseMs: 3_000, storeTimeoutMs: 30_000, crashCalls: 1, clockSkewMs: 0, ...settings };
  const child = fork(program, {
    execArgv: [],
    env: { ...process.env, SERVER_SETTINGS: JSON.stringify(all) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  endWithParent(child);
  const ended = once(child, 'exit');
  const [url] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  if (typeof url !== 'string') throw new Error('The server ended before it listened.');
  return {
    url,
    ended,
    signal: (name) => void child.kill(name),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
