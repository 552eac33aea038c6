import type { Writable } from 'node:stream';

/** Stdout with nothing but the wire on it. */
export interface GuardedStdout {
  /** Writes to the wire. */
  readonly write: Writable['write'];
  /** Gives stdout back to everybody. */
  readonly release: () => void;
}

/**
 * Keeps stdout for the wire: whatever else is written to it, by `console.log` or by a library, goes to stderr, where
 * clients expect log lines.
 */
export function guardStdout(): GuardedStdout {
  const { stdout, stderr } = process;
  const before = Object.getOwnPropertyDescriptor(stdout, 'write');
  const write = stdout.write.bind(stdout);
  const diverted = stderr.write.bind(stderr);
  // MCP-STDIO-02: nothing but messages.
  stdout.write = diverted;
  return {
    write,
    release: () => {
      // Somebody may have put a guard of their own around this one: then it is theirs to take away.
      if (Object.getOwnPropertyDescriptor(stdout, 'write')?.value !== diverted) return;
      if (before === undefined) Reflect.deleteProperty(stdout, 'write');
      else Object.defineProperty(stdout, 'write', before);
    },
  };
}
