import { type ExitCode, usageError } from '../cli-error.ts';
import { isUrl } from '../target/target-url.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface Flag {
  readonly about: string;
  /** The placeholder of its value, such as `seconds`, or its choices, such as `otc|mcp`, which shells complete. A flag without one is a switch. */
  readonly value?: string;
  /** Whether it may be given more than once. */
  readonly isRepeated?: boolean;
}

export interface Arguments {
  readonly operands: readonly string[];
  /** The command of a server to start: everything after `--`. */
  readonly spawned: readonly string[];
  /** The last value of a flag. */
  readonly value: (name: string) => string | undefined;
  readonly values: (name: string) => readonly string[];
  readonly has: (name: string) => boolean;
}

/** The same arguments, with `--wire` set to a protocol. */
export function withWire(args: Arguments, wire: 'otc' | 'mcp'): Arguments {
  return { ...args, value: (name) => (name === 'wire' ? wire : args.value(name)) };
}

/** Runs a command, and resolves to its exit code. */
export type RunCommand = (args: Arguments, terminal: Terminal) => Promise<ExitCode>;

/** A command: its help, and where its code is. */
export interface Command {
  readonly name: string;
  readonly about: string;
  readonly operands: string;
  readonly flags: Readonly<Record<string, Flag>>;
  readonly examples: readonly string[];
  /** The output with `--json`. */
  readonly json: string;
  /** Loads the code of this command only, so that the other commands add nothing to its startup time. */
  readonly load: () => Promise<RunCommand>;
}

/** Reads the only operand of a command, the URL of a server. */
export function readServerUrl(command: string, { operands, spawned }: Arguments): string {
  const [url, ...more] = operands;
  if (url !== undefined && more.length === 0 && spawned.length === 0 && isUrl(url)) return url;
  throw usageError(`toolwire ${command} takes one URL, the address of a server.`);
}

/** Reads the only operand of a command, its TARGET. Returns `undefined` if the command after `--` is the target. */
export function readTarget(command: string, { operands, spawned }: Arguments): string | undefined {
  const [target, ...more] = operands;
  if (more.length > 0 || (target !== undefined && spawned.length > 0)) {
    throw usageError(`toolwire ${command} takes one TARGET.`);
  }
  return target;
}
