import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { endWithParent } from './end-with-parent.ts';

/** A program in a process of its own, which says to its parent what it does, and first of all that it is `ready`. */
export interface ReportingProcess<Said> {
  readonly pid: number;
  /** What it has said so far. */
  readonly said: readonly Said[];
  readonly signal: (name: NodeJS.Signals) => void;
  readonly tell: (message: string) => void;
  readonly kill: () => Promise<void>;
  /** Resolves once it has ended, by whatever. */
  readonly ended: () => Promise<void>;
  /** What it has ended with; nothing while it runs, and where a signal has ended it. */
  readonly exitCode: () => number | null;
  /** Resolves once it has said such a thing. */
  readonly until: (is: (said: Said) => boolean) => Promise<void>;
}

/** Starts a bundled program with its settings as JSON in `PROGRAM_SETTINGS`, and waits until it is ready. */
export async function startReporting<Said>(
  program: string,
  settings: object,
  hear: (said: Said) => void = () => undefined,
): Promise<ReportingProcess<Said>> {
  const child: ChildProcess = fork(program, {
    execArgv: [],
    env: { ...process.env, PROGRAM_SETTINGS: JSON.stringify(settings) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  endWithParent(child);
  const ended = once(child, 'exit');
  const said: Said[] = [];
  const waiting = new Set<() => void>();
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message) => {
      if (message === 'ready') return resolve();
      said.push(message as Said);
      hear(message as Said);
      for (const look of waiting) look();
    });
  });
  await Promise.race([
    ready,
    ended.then(() => {
      throw new Error('The program ended before it was ready.');
    }),
  ]);
  const { pid } = child;
  if (pid === undefined) throw new Error('The program did not start.');
  return {
    pid,
    said,
    signal: (name) => void child.kill(name),
    // What is told to one that has ended is told to nobody.
    tell: (message) => {
      if (child.connected) child.send(message, () => undefined);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    ended: async () => {
      await ended;
    },
    exitCode: () => child.exitCode,
    until: (is) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!said.some(is)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
