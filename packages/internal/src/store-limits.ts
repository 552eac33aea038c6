import { byteCount, checkCount, checkNumber, shareOf, wholeMs } from './check-numbers.ts';
import type { NamesOf } from './check-options.ts';
import { StartUpError } from './start-up-error.ts';

/** How much a task store stores, in total and per owner. */
export interface TaskLimits {
  readonly maxTasks: number;
  readonly maxTasksPerOwner: number;
  readonly maxBytes: number;
  readonly maxBytesPerOwner: number;
  /** How long an ended task is stored at least, unless it expires earlier. */
  readonly keepEndedMs: number;
}

/** The names of the limits of a task store. */
export const taskLimitNames: NamesOf<TaskLimits> = {
  maxTasks: true,
  maxTasksPerOwner: true,
  maxBytes: true,
  maxBytesPerOwner: true,
  keepEndedMs: true,
};

type Optional<Limits> = { readonly [Name in keyof Limits]?: Limits[Name] | undefined };

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

/** How long and how much an idempotency store stores. */
export interface ResultLimits {
  readonly ttlMs: number;
  readonly leaseMs: number;
  readonly maxBytes: number;
  readonly maxBytesPerOwner: number;
}

/** The names of the limits of an idempotency store. */
export const resultLimitNames: NamesOf<ResultLimits> = {
  ttlMs: true,
  leaseMs: true,
  maxBytes: true,
  maxBytesPerOwner: true,
};

/** How long a result is stored by default: 15 minutes. */
export const defaultResultTtlMs: number = 15 * 60_000;

/** Reads the limits of an idempotency store from its options. */
export function readResultLimits(options: Optional<ResultLimits>, defaultMaxBytes: number): ResultLimits {
  const { ttlMs = defaultResultTtlMs, leaseMs = 10_000 } = options;
  checkNumber('leaseMs', leaseMs, wholeMs);
  checkNumber('ttlMs', ttlMs, wholeMs);
  if (ttlMs < leaseMs) {
    throw new StartUpError('TW_OPTION_NUMBER', `ttlMs must be at least leaseMs (${leaseMs}), got ${ttlMs}.`);
  }
  return { ttlMs, leaseMs, ...readByteLimits(options, defaultMaxBytes) };
}

function readByteLimits(
  options: Optional<Pick<TaskLimits, 'maxBytes' | 'maxBytesPerOwner'>>,
  defaultMaxBytes: number,
): Pick<TaskLimits, 'maxBytes' | 'maxBytesPerOwner'> {
  const { maxBytes = defaultMaxBytes } = options;
  checkNumber('maxBytes', maxBytes, byteCount);
  const { maxBytesPerOwner = Math.ceil(maxBytes / 4) } = options;
  checkNumber('maxBytesPerOwner', maxBytesPerOwner, byteCount);
  return { maxBytes, maxBytesPerOwner };
}
