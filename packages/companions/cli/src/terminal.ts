import process from 'node:process';

/** Where a command writes, and what it may know of the place. */
export interface Terminal {
  readonly write: (text: string) => void;
  /** Beside the result: progress, warnings, what went over the wire. */
  readonly note: (text: string) => void;
  /** How wide a line may be; nothing where no person looks, so that nothing is cut. */
  readonly columns: number | undefined;
  readonly hasColor: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal;
}

/** The terminal of this process. */
export function processTerminal(signal: AbortSignal): Terminal {
  const { stdout, stderr, env } = process;
  return {
    write: (text) => void stdout.write(text),
    note: (text) => void stderr.write(text),
    columns: stdout.isTTY ? stdout.columns : undefined,
    hasColor: stdout.isTTY && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb',
    environment: env,
    signal,
  };
}
