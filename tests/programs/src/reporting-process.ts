import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { endWithParent } from './end-with-parent.ts';

/** A program in a child process, which sends messages to its parent. The first one is `ready`. */
export interface ReportingProcess<Message> {
  readonly pid: number;
  /** The messages so far. */
  readonly messages: readonly Message[];
  readonly signal: (name: NodeJS.Signals) => void;
  readonly send: (message: string) => void;
  readonly kill: () => Promise<void>;
  /** Resolves when the process has ended. */
  readonly ended: () => Promise<void>;
  /** The exit code; null while it runs, and after a signal. */
  readonly exitCode: () => number | null;
  /** Resolves when a message matches. */
  readonly until: (is: (message: Message) => boolean) => Promise<void>;
}

/** Starts a bundled program with its settings as JSON in `PROGRAM_SETTINGS` and these variables, and waits until it is ready. */
export async function startReporting<Message>(
  program: string,
  settings: object,
  onMessage: (message: Message) => void = () => undefined,
  variables: Readonly<Record<string, string>> = {},
): Promise<ReportingProcess<Message>> {
  const child: ChildProcess = fork(program, {
    execArgv: [],
    env: { ...process.env, ...variables, PROGRAM_SETTINGS: JSON.stringify(settings) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  endWithParent(child);
  const ended = once(child, 'exit');
  const messages: Message[] = [];
  const waiting = new Set<() => void>();
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message) => {
      if (message === 'ready') return resolve();
      messages.push(message as Message);
      onMessage(message as Message);
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
    messages,
    signal: (name) => void child.kill(name),
    // Messages to an ended process are ignored.
    send: (message) => {
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
          if (!messages.some(is)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
