import type { Writable } from 'node:stream';

/** Stdout that only carries messages of the protocol. */
export interface GuardedStdout {
  /** Writes a message. */
  readonly write: Writable['write'];
  /** Restores stdout. */
  readonly release: () => void;
}

/**
 * Reserves stdout for messages of the protocol. All other output, such as `console.log`, goes to stderr, where clients expect log
 * lines.
 */
export function guardStdout(): GuardedStdout {
  const { stdout, stderr } = process;
  const before = Object.getOwnPropertyDescriptor(stdout, 'write');
  const write = stdout.write.bind(stdout);
  const diverted = stderr.write.bind(stderr);
  // Only messages (MCP-STDIO-02).
  stdout.write = diverted;
  return {
    write,
    release: () => {
      // Another guard has replaced this one, and restores stdout itself.
      if (Object.getOwnPropertyDescriptor(stdout, 'write')?.value !== diverted) return;
      if (before === undefined) Reflect.deleteProperty(stdout, 'write');
      else Object.defineProperty(stdout, 'write', before);
    },
  };
}
