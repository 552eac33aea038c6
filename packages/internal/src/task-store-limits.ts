import { checkCount, checkNumber, shareOf, wholeMs } from './check-numbers.ts';
import type { NamesOf } from './check-options.ts';
import { type Optional, readByteLimits } from './idempotency-limits.ts';

/** How much a task store stores, in total and per owner. */
export interface TaskLimits {
  readonly maxTasks: number;
  readonly maxTasksPerOwner: number;
  readonly maxBytes: number;
  readonly maxBytesPerOwner: number;
  /** How long an ended task is stored at least, unless it expires earlier: `ttlMs` in `task-calls-options.ts` of `@toolwire/tasks`. */
  readonly keepEndedMs: number;
}

/** How long a durable call is stored by default. */
export const defaultTaskTtlMs = 86_400_000;

/** The names of the limits of a task store. */
export const taskLimitNames: NamesOf<TaskLimits> = {
  maxTasks: true,
  maxTasksPerOwner: true,
  maxBytes: true,
  maxBytesPerOwner: true,
  keepEndedMs: true,
};

/** Reads the limits of a task store from its options. */
export function readTaskLimits(
  options: Optional<TaskLimits>,
  defaults: Pick<TaskLimits, 'maxTasks' | 'maxBytes'>,
): TaskLimits {
  const { maxTasks = defaults.maxTasks, maxTasksPerOwner = 10_000, keepEndedMs = 3_600_000 } = options;
  checkNumber('keepEndedMs', keepEndedMs, wholeMs);
  checkCount('maxTasks', maxTasks, 1);
  checkCount('maxTasksPerOwner', maxTasksPerOwner, 1);
  return { maxTasks, maxTasksPerOwner, ...readByteLimits(options, defaults.maxBytes), keepEndedMs };
}

/** The limits of the owner of a task. Without an owner, a share of the whole store. */
export function ownerLimits(
  limits: TaskLimits,
  { owner, share }: { readonly owner: string | null; readonly share?: number | undefined },
): { readonly tasks: number; readonly bytes: number } {
  const { maxTasks, maxTasksPerOwner, maxBytes, maxBytesPerOwner } = limits;
  if (owner !== null) return { tasks: maxTasksPerOwner, bytes: maxBytesPerOwner };
  return { tasks: shareOf(maxTasks, share), bytes: shareOf(maxBytes, share) };
}
