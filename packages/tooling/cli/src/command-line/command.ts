import { type ExitCode, usageError } from '../cli-error.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A flag and its help text. */
export interface Flag {
  readonly about: string;
  /** The placeholder of its value, such as `seconds`; a flag without one is a switch. */
  readonly value?: string;
  /** Whether it may be given more than once. */
  readonly isRepeated?: boolean;
}

/** The parsed arguments of a command. */
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

/** The flags of every command. */
export const commonFlags = {
  json: { about: 'print JSON instead of text' },
  help: { about: 'show this help' },
} as const satisfies Readonly<Record<string, Flag>>;

/** The flags of every command that connects to a server. */
export const targetFlags = {
  wire: { value: 'otc|mcp|arcade', about: 'the protocol to use (default: detect it)' },
  'api-key': { value: 'key', about: 'the API key of the server (or set TOOLWIRE_API_KEY)' },
  token: { value: 'token', about: 'the bearer token (or set TOOLWIRE_TOKEN)' },
  'jwt-secret': { value: 'secret', about: 'sign a JWT for each request with this secret (or set TOOLWIRE_JWT_SECRET)' },
  'worker-secret': { value: 'secret', about: 'the secret of the Arcade worker (or set TOOLWIRE_WORKER_SECRET)' },
  auth: { value: 'login', about: 'use the browser to sign in to an MCP server' },
  'client-id': { value: 'id', about: 'the OAuth client ID for --auth login' },
  insecure: { about: 'send credentials without HTTPS to other machines' },
  timeout: { value: 'seconds', about: 'how long to wait for a response (default: 60)' },
  raw: { about: 'print requests and responses to stderr, credentials hidden' },
} as const satisfies Readonly<Record<string, Flag>>;

export const sharedFlags = { ...targetFlags, ...commonFlags };

/** The flags for credentials that are sent with a call. */
export const callFlags = {
  secret: { value: 'name=value', about: 'a secret to send with the call, for tools that require it', isRepeated: true },
  authorization: {
    value: 'id=token',
    about: 'a token to send with the call, for tools that require it',
    isRepeated: true,
  },
  'user-id': { value: 'id', about: 'the user ID to send with the call' },
} as const satisfies Readonly<Record<string, Flag>>;

/** Reads the only operand of a command, its TARGET. Returns `undefined` if the command after `--` is the target. */
export function readTarget(command: string, { operands, spawned }: Arguments): string | undefined {
  const [target, ...more] = operands;
  if (more.length > 0 || (target !== undefined && spawned.length > 0)) {
    throw usageError(`toolwire ${command} takes one TARGET.`);
  }
  return target;
}
