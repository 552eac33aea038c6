import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endProcessWithParent } from './end-with-parent.ts';
import { reasonUnless } from './reason-unless.ts';

/** A terminal of a fixed size that runs one command. */
export interface TmuxTerminal {
  /** The lines of the screen, without empty lines at the end. */
  readonly screen: () => Promise<string>;
  /** The screen with its colors. */
  readonly coloredScreen: () => Promise<string>;
  /** Waits for output, and returns the screen. */
  readonly until: (pattern: RegExp) => Promise<string>;
  readonly type: (keys: string) => Promise<void>;
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface TmuxOptions {
  readonly columns: number;
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Why tests in tmux cannot run here; with CI=true they run all the same, and fail. */
export const noTmux: string | undefined = reasonUnless(
  spawnSync('tmux', ['-V']).status === 0,
  'there is no tmux; install it, as with `apt-get install tmux`',
);

const rows = 100;
const timeoutMs = 120_000;
const pollMs = 50;

/** Runs a command in tmux. The screen ends with `exit: CODE` when the command has ended. */
export async function startInTmux(
  command: readonly string[],
  { columns, folder = process.cwd(), environment = {} }: TmuxOptions,
): Promise<TmuxTerminal> {
  const socket = `toolwire-${randomUUID()}`;
  // The terminal has only these variables, so that a CI job shows the same.
  const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: folder, SHELL: '/bin/sh', ...environment };
  const tmux = async (...args: readonly string[]): Promise<string> =>
    (await promisify(execFile)('tmux', ['-u', '-L', socket, '-f', '/dev/null', ...args], { env })).stdout;
  const size = ['-x', String(columns), '-y', String(rows)];
  const words = command.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  await tmux('new-session', '-d', '-s', 'one', '-c', folder, ...size, `${words}; echo "exit: $?"; exec sleep 600`);
  const stopWaiting = endProcessWithParent(Number(await tmux('display-message', '-p', '#{pid}')));
  const screen = async (): Promise<string> => (await tmux('capture-pane', '-p', '-t', 'one')).trimEnd();
  return {
    screen,
    coloredScreen: async () => (await tmux('capture-pane', '-p', '-e', '-t', 'one')).trimEnd(),
    async until(pattern) {
      const end = Date.now() + timeoutMs;
      for (;;) {
        const text = await screen();
        if (pattern.test(text)) return text;
        if (Date.now() > end) throw new Error(`${String(pattern)} is not on the screen:\n${text}`);
        await wait(pollMs);
      }
    },
    async type(keys) {
      await tmux('send-keys', '-t', 'one', '-l', keys);
    },
    async clear() {
      await tmux('send-keys', '-R', '-t', 'one');
      await tmux('clear-history', '-t', 'one');
    },
    async close() {
      stopWaiting();
      await tmux('kill-server');
    },
  };
}
