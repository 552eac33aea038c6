import { checkNumber, durationLimit } from '@toolwire/internal';
import type { RequestOptions } from '../options/call-options.ts';
import type { ClientSettings } from '../options/client-options.ts';

/**
 * Returns the milliseconds that a call or a listing has left, for all its attempts together. They are a whole number for messages, and
 * at least 1 for timers.
 */
export type Deadline = () => number;

/**
 * Starts a deadline after a number of milliseconds. It does not depend on the system time, which may change.
 */
export function startDeadline(ms: number): Deadline {
  const startedAt = performance.now();
  return () => Math.max(Math.ceil(ms - (performance.now() - startedAt)), 1);
}

/** Starts the deadline of a request, which includes its preparation. */
export function startRequestDeadline(
  settings: ClientSettings,
  { deadlineMs = settings.deadlineMs }: RequestOptions,
): Deadline {
  return startDeadline(checkNumber('deadlineMs', deadlineMs, durationLimit));
}
