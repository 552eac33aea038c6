import { byteCount, checkCount, checkNumber, shareOf, wholeTimer } from '../options/check-numbers.ts';
import type { NamesOf, Optional } from '../options/check-options.ts';
import { type BackgroundReport, createBackgroundReport } from './background-report.ts';
import { bytesOfOwner } from './idempotency-limits.ts';

/** How much a task store stores, in total and per owner. */
export interface TaskLimits {
  readonly maxTasks: number;
  readonly maxTasksPerOwner: number;
  readonly maxBytes: number;
}

/** How long a durable call is stored by default. */
export const defaultTaskTtlMs = 86_400_000;

/** How long an ended task is stored at least, unless it expires earlier: `ttlMs` in `task-calls-options.ts` of `@toolwire/tasks`. */
export const keepEndedMs = 3_600_000;

/** How often a store on a database server checks watched tasks for changes by other processes. */
export const taskPollMs = 250;

/** The names of the limits of a task store. */
export const taskLimitNames: NamesOf<TaskLimits> = {
  maxTasks: true,
  maxTasksPerOwner: true,
  maxBytes: true,
};

/** The defaults that each task store chooses. */
type DefaultTaskLimits = Pick<TaskLimits, 'maxTasks' | 'maxBytes'>;

/** Reads the limits of a task store from its options. */
export function readTaskLimits(options: Optional<TaskLimits>, defaults: DefaultTaskLimits): TaskLimits {
  const { maxTasks = defaults.maxTasks, maxTasksPerOwner = 10_000, maxBytes = defaults.maxBytes } = options;
  checkCount('maxTasks', maxTasks);
  checkCount('maxTasksPerOwner', maxTasksPerOwner);
  checkNumber('maxBytes', maxBytes, byteCount);
  return { maxTasks, maxTasksPerOwner, maxBytes };
}

/** The smallest size that is counted for a task, so that its failure always fits. */
const minTaskBytes = 2_048;

/** The bytes that a database counts for a stored record of this size. Half of the minimum is for keys and indexes. */
export function countedTaskBytes(recordBytes: number): number {
  return Math.max(minTaskBytes, minTaskBytes / 2 + recordBytes);
}

/** The limits of the owner of a task. Without an owner, a share of the whole store. */
export function ownerLimits(
  limits: TaskLimits,
  { owner, share }: { readonly owner: string | null; readonly share?: number | undefined },
): { readonly tasks: number; readonly bytes: number } {
  const { maxTasks, maxTasksPerOwner, maxBytes } = limits;
  if (owner !== null) return { tasks: maxTasksPerOwner, bytes: bytesOfOwner(maxBytes) };
  return { tasks: shareOf(maxTasks, share), bytes: shareOf(maxBytes, share) };
}

/** The options that task stores on a database share. Each store adds `maxBytes`, with its own default. */
export interface TaskStoreOptions {
  /** The most stored tasks of one owner. Default: 10 000. */
  readonly maxTasksPerOwner?: number | undefined;
  /** How long an operation is retried while the database is unavailable, in milliseconds. Default: 5 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Receives errors of background work. Default: the server's `logger`. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** The names of the shared options. */
export const taskStoreOptionNames: NamesOf<DatabaseTaskStoreOptions> = {
  maxTasksPerOwner: true,
  maxBytes: true,
  timeoutMs: true,
  report: true,
};

type DatabaseTaskStoreOptions = TaskStoreOptions & Optional<Pick<TaskLimits, 'maxBytes'>>;

interface TaskStoreSettings extends BackgroundReport {
  readonly limits: TaskLimits;
  readonly timeoutMs: number;
}

/** Reads the shared options of a task store. */
export function readTaskStoreOptions(
  options: DatabaseTaskStoreOptions,
  defaults: DefaultTaskLimits & { readonly timeoutMs: number },
): TaskStoreSettings {
  const { maxTasksPerOwner, maxBytes = defaults.maxBytes, timeoutMs = defaults.timeoutMs, report } = options;
  checkNumber('timeoutMs', timeoutMs, wholeTimer);
  const limits = readTaskLimits({ maxTasksPerOwner, maxBytes }, defaults);
  // A larger store has room for more tasks.
  const maxTasks = Math.ceil((defaults.maxTasks * maxBytes) / defaults.maxBytes);
  return { limits: { ...limits, maxTasks }, timeoutMs, ...createBackgroundReport(report) };
}
