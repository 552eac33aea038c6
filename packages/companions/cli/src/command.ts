import type { ExitCode } from './cli-error.ts';
import type { Terminal } from './terminal.ts';

/** A flag as it is typed and told about. */
export interface Flag {
  readonly about: string;
  /** What stands behind it, such as `seconds`; a flag without is a switch. */
  readonly value?: string;
  /** Whether it may stand more than once. */
  readonly isRepeated?: boolean;
}

/** What was typed behind the name of a command. */
export interface Arguments {
  readonly operands: readonly string[];
  /** The command of a server that is spoken to over stdio: all behind `--`. */
  readonly spawned: readonly string[];
  /** The last value of a flag. */
  readonly value: (name: string) => string | undefined;
  readonly values: (name: string) => readonly string[];
  readonly has: (name: string) => boolean;
}

/** Does what a command is for. */
export type RunCommand = (given: Arguments, terminal: Terminal) => Promise<ExitCode>;

/** A command: what its help says, and where its code is. */
export interface Command {
  readonly name: string;
  readonly about: string;
  readonly operands: string;
  readonly flags: Readonly<Record<string, Flag>>;
  readonly examples: readonly string[];
  /** What `--json` writes. */
  readonly json: string;
  /** Loaded when it is asked for, so that the others cost nothing. */
  readonly load: () => Promise<RunCommand>;
}
