import type { Filled, NamesOf } from '@toolwire/internal';

/** How much one call may take, and all of them together. */
export interface ServerLimits {
  /** The longest body in bytes; 1 MiB if left out. */
  readonly bodyBytes?: number | undefined;
  /** The deepest nesting of a body; 64 if left out. */
  readonly bodyDepth?: number | undefined;
  /** The most lists, objects and members of a body; 50 000 if left out. */
  readonly bodyParts?: number | undefined;
  /** How many calls run at once, before others are refused as overloaded; 1000 if left out, `Infinity` for any number. */
  readonly runningCalls?: number | undefined;
  /** About how many bytes of memory the inputs of calls that run may take together, likewise; 64 MiB if left out. */
  readonly runningInputBytes?: number | undefined;
  /** How long `auth`, and the `principal` and `values` of a host, may take to say who calls, in milliseconds; 30 000 if left out, `Infinity` for any time. */
  readonly callerMs?: number | undefined;
  /** The longest run of a tool that names no time of its own, in milliseconds; 30 000 if left out. */
  readonly timeoutMs?: number | undefined;
  /** About how many bytes of JSON a tool may return, or of text its error may have; 10 MiB if left out. */
  readonly outputBytes?: number | undefined;
  /** How long a caller waits for a call that is kept as a task, in milliseconds, before it is told to ask again by the same call id; 10 000 if left out. */
  readonly deferAfterMs?: number | undefined;
  /** How long a caller may take nothing of an answer that waits for it, in milliseconds; 30 000 if left out. */
  readonly writeStallMs?: number | undefined;
}

/** The names of all limits. */
export const limitNames: NamesOf<ServerLimits> = {
  bodyBytes: true,
  bodyDepth: true,
  bodyParts: true,
  callerMs: true,
  deferAfterMs: true,
  outputBytes: true,
  runningCalls: true,
  runningInputBytes: true,
  timeoutMs: true,
  writeStallMs: true,
};

/** Fills in the limits that were left out. */
export function readLimits(limits: ServerLimits = {}): Filled<ServerLimits> {
  return {
    bodyBytes: limits.bodyBytes ?? 1024 * 1024,
    bodyDepth: limits.bodyDepth ?? 64,
    bodyParts: limits.bodyParts ?? 50_000,
    runningCalls: limits.runningCalls ?? 1000,
    runningInputBytes: limits.runningInputBytes ?? 64 * 1024 * 1024,
    callerMs: limits.callerMs ?? 30_000,
    timeoutMs: limits.timeoutMs ?? 30_000,
    deferAfterMs: limits.deferAfterMs ?? 10_000,
    outputBytes: limits.outputBytes ?? 10 * 1024 * 1024,
    writeStallMs: limits.writeStallMs ?? 30_000,
  };
}
