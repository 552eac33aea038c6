import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Starts a module of this package, such as `servers/fastify`, in a separate process, as in production. */
export function startProcess(
  module: string,
  args: readonly string[] = [],
  nodeFlags: readonly string[] = [],
): ChildProcess {
  return fork(fileURLToPath(new URL(`./${module}.js`, import.meta.url)), args, {
    // None of the harness's own flags: a profile of it is not one of the servers.
    execArgv: [...nodeFlags],
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

/** Waits for the next message of a process, which must not end before. */
export function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void =>
      reject(new Error(`The process '${child.spawnargs[1]}' ended early, with code ${code}.`));
    child.once('exit', onExit).once('message', (message) => {
      child.off('exit', onExit);
      resolve(message as T);
    });
  });
}
