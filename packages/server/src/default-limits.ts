import type { Filled } from '@toolwire/internal';

/** Limits of one call, and of all calls together. */
export interface ServerLimits {
  /** The maximum size of a body, in bytes; 1 MiB by default. */
  readonly bodyBytes?: number | undefined;
  /** The maximum number of arrays, objects and members of a body; 50 000 by default. */
  readonly bodyParts?: number | undefined;
  /** How many calls may run at once; more are refused as overloaded. 1000 by default, `Infinity` for no limit. */
  readonly runningCalls?: number | undefined;
  /** The approximate memory for inputs of all running calls, in bytes; 64 MiB by default. */
  readonly runningInputBytes?: number | undefined;
  /** The timeout of `auth`, and of `principal` and `values` of a host, in milliseconds; 30 000 by default, `Infinity` for no limit. */
  readonly callerMs?: number | undefined;
  /** The timeout of tools without `timeoutMs`, in milliseconds; 30 000 by default. */
  readonly timeoutMs?: number | undefined;
  /**
   * The timeout of calls that report progress, in milliseconds; 600 000 by default. Each report starts `limits.timeoutMs` anew until then.
   * Does not apply to tools with `timeoutMs`.
   */
  readonly maxTimeMs?: number | undefined;
  /** The approximate maximum size of an output as JSON, or of an error text, in bytes; 10 MiB by default. */
  readonly outputBytes?: number | undefined;
  /** How long a caller waits for a durable call, in milliseconds, before it must poll with the same call ID; 10 000 by default. */
  readonly deferAfterMs?: number | undefined;
  /** How long a caller may read nothing of its response before the connection closes, in milliseconds; 30 000 by default. */
  readonly writeStallMs?: number | undefined;
}

/** The default of every limit. Its keys are the names of the limits. */
export const defaultLimits: Filled<ServerLimits> = {
  bodyBytes: 1024 * 1024,
  bodyParts: 50_000,
  callerMs: 30_000,
  deferAfterMs: 10_000,
  maxTimeMs: 600_000,
  outputBytes: 10 * 1024 * 1024,
  runningCalls: 1000,
  runningInputBytes: 64 * 1024 * 1024,
  timeoutMs: 30_000,
  writeStallMs: 30_000,
};

/** The maximum nesting depth of a body. */
export const maxBodyDepth = 64;

/** The share of the limits for all anonymous callers together: of running calls and their inputs, tasks, streams and subscriptions. */
export const anonymousShare = 0.25;
