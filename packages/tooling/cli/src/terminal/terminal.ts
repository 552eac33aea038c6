import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** The output and environment of a command. */
export interface Terminal {
  readonly write: (text: string) => void;
  /** Writes progress, warnings and `--raw` output to stderr. */
  readonly note: (text: string) => void;
  /** Asks the user for a line; resolves to `undefined` at the end of the input. Not set without an interactive terminal. */
  readonly question?: ((text: string) => Promise<string | undefined>) | undefined;
  /** The line width; `undefined` if the output is not a terminal, so that lines are not cut. */
  readonly columns: number | undefined;
  readonly hasColor: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal;
}

/** The terminal of this process. */
export function processTerminal(signal: AbortSignal): Terminal {
  const { stdin, stdout, stderr, env } = process;
  return {
    write: (text) => void stdout.write(text),
    note: (text) => void stderr.write(text),
    // Prompts go to stderr, because stdout may be a pipe.
    question: stdin.isTTY && stderr.isTTY ? (text) => askOnLine(text, signal) : undefined,
    // Some terminals report a width of 0.
    columns: stdout.isTTY && stdout.columns > 0 ? stdout.columns : undefined,
    hasColor: stdout.isTTY && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb',
    environment: env,
    signal,
  };
}

async function askOnLine(text: string, signal: AbortSignal): Promise<string | undefined> {
  const { createInterface } = await import('node:readline');
  const { stdin, stderr } = process;
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return await new Promise<string | undefined>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      // While reading a line, the terminal sends Ctrl-C as a character.
      lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      lines.on('close', () => {
        stderr.write('\n');
        resolve(undefined);
      });
      lines.question(text, (answer) => {
        lines.removeAllListeners('close');
        resolve(answer);
      });
    });
  } finally {
    lines.close();
  }
}

/** Resolves when the signal aborts, such as when the user presses Ctrl-C. */
export function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

/** The user's folder for toolwire files outside projects. Create it with the mode 0700. */
export function userFolder(environment: Terminal['environment']): string {
  const home = environment['HOME'] || environment['USERPROFILE'] || homedir();
  return join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), 'toolwire');
}
