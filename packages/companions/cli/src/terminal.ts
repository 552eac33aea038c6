import process from 'node:process';

/** Where a command writes, and what it may know of the place. */
export interface Terminal {
  readonly write: (text: string) => void;
  /** Beside the result: progress, warnings, what went over the wire. */
  readonly note: (text: string) => void;
  /** Asks the person, who answers with a line, or with `undefined` by ending the input; left out where nobody sits. */
  readonly question?: ((text: string) => Promise<string | undefined>) | undefined;
  /** How wide a line may be; nothing where no person looks, so that nothing is cut. */
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
    // Asked on stderr, as stdout may be a pipe.
    question: stdin.isTTY && stderr.isTTY ? (text) => askOnLine(text, signal) : undefined,
    // Some terminals do not know their width, and say 0.
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
      // While it reads, the terminal hands Ctrl-C over as a letter.
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
