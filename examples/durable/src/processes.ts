import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('./server.ts', import.meta.url));

/** A process of the deployment. */
export interface Running {
  /** Where it answers, if it serves. */
  readonly url: string;
  readonly pid: number;
  /** Ends it as a crash does. */
  readonly kill: () => Promise<void>;
}

/** Starts `src/server.ts`, and waits until it is ready. */
export async function startProcess(environment: Readonly<Record<string, string>>): Promise<Running> {
  const child = spawn(process.execPath, ['--import', 'tsx', server], {
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await firstLine(child);
  return {
    url: /http:\/\/[^/\s]+/.exec(line)?.[0] ?? '',
    pid: child.pid ?? 0,
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding('utf8').once('data', resolve);
    child.once('exit', (code) => reject(new Error(`The process has ended with ${code} before it was ready.`)));
  });
}
