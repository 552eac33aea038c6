import { fork } from 'node:child_process';
import { once } from 'node:events';
import { bundleProgram } from '@toolwire/programs';
import { endWithParent } from '@toolwire/programs/end-with-parent';
import type { SignInSettings } from './sign-in-settings.ts';

const program = bundleProgram(new URL('./sign-in-program.ts', import.meta.url));

/** A process that finds the tokens of one user. */
export interface SignInProcess {
  /** Has it find a token so many times at once, and answers what it has found. */
  readonly find: (times: number) => Promise<readonly unknown[]>;
  /** Once it tries the next time to be the one that refreshes. */
  readonly tries: () => Promise<void>;
  readonly kill: () => Promise<void>;
}

/** Starts a process, and waits until it can be asked. */
export async function startSignIn(settings: SignInSettings): Promise<SignInProcess> {
  const child = fork(program, {
    execArgv: [],
    env: { ...process.env, SIGN_IN_SETTINGS: JSON.stringify(settings) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  endWithParent(child);
  const ended = once(child, 'exit');
  const until = <Said>(isIt: (said: unknown) => said is Said): Promise<Said> =>
    new Promise((resolve, reject) => {
      const hear = (said: unknown): void => {
        if (!isIt(said)) return;
        child.off('message', hear);
        resolve(said);
      };
      child.on('message', hear);
      void ended.then(() => reject(new Error('The process has ended.')));
    });
  await until((said): said is string => said === 'ready');
  return {
    find: (times) => {
      const found = until((said): said is readonly unknown[] => Array.isArray(said));
      child.send(times);
      return found;
    },
    tries: async () => void (await until((said): said is string => said === 'tried')),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
