import { type BackgroundReport, createBackgroundReport } from './background-report.ts';
import { checkNumber, wholeTimer } from './check-numbers.ts';
import type { Optional } from './check-options.ts';
import type { NamesOf } from './option-names.ts';
import { type DefaultTaskLimits, readTaskLimits, type TaskLimits, taskLimitNames } from './task-store-limits.ts';

// `readTaskLimits()` in `task-store-limits.ts` adds the defaults of the limits.
/** The options that task stores on a database share. */
export interface TaskStoreOptions {
  /** The most stored tasks of one owner. Default: 10 000. */
  readonly maxTasksPerOwner?: number | undefined;
  /** How long an ended task is stored at least, in milliseconds. Default: one hour. After that, a new task of the same owner may replace it at a limit. */
  readonly keepEndedMs?: number | undefined;
  /** How often to check watched tasks for changes by other processes, in milliseconds. Default: 250. */
  readonly pollMs?: number | undefined;
  /** How long an operation is retried while the database is unavailable, in milliseconds. Default: 5 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Receives errors of background work. Default: the server's `logger`. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** The names of the shared options, with the limits of each database. */
export const taskStoreOptionNames: NamesOf<TaskStoreOptions & TaskLimits> = {
  ...taskLimitNames,
  pollMs: true,
  timeoutMs: true,
  report: true,
};

interface TaskStoreSettings extends BackgroundReport {
  readonly limits: TaskLimits;
  readonly pollMs: number;
  readonly timeoutMs: number;
}

/** Reads the shared options of a task store. */
export function readTaskStoreOptions(
  options: TaskStoreOptions & Optional<TaskLimits>,
  defaults: DefaultTaskLimits,
): TaskStoreSettings {
  const { pollMs = 250, timeoutMs = 5_000 } = options;
  checkNumber('pollMs', pollMs, wholeTimer);
  checkNumber('timeoutMs', timeoutMs, wholeTimer);
  return { limits: readTaskLimits(options, defaults), pollMs, timeoutMs, ...createBackgroundReport(options.report) };
}
