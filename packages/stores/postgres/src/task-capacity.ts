import { keepEndedMs, ownerLimits, type TaskLimits } from '@toolwire/internal';
import type { TaskRecord } from '@toolwire/tasks';
import { shortDigest } from './digests.ts';
import type { RetryingPool } from './postgres-pool.ts';
import { purgeBatchSize } from './sql.ts';
import type { TaskStatements } from './task-statements.ts';

interface TaskCapacityConfig {
  readonly pool: RetryingPool;
  readonly statements: TaskStatements;
  readonly limits: TaskLimits;
  /** Receives errors of background work. */
  readonly report: (error: unknown) => void;
}

/** How often each process deletes expired tasks. */
const purgeIntervalMs = 1_000;

/** Enforces the limits of a task store, and deletes expired and old ended tasks to make room. */
export class TaskCapacity {
  readonly #config: TaskCapacityConfig;
  #purgedAt = Number.NEGATIVE_INFINITY;

  constructor(config: TaskCapacityConfig) {
    this.#config = config;
  }

  /** The limits as values of a statement: tasks in total and of the owner, then bytes in total and of the owner. */
  limitsOf(record: TaskRecord): readonly number[] {
    const { limits } = this.#config;
    const owned = ownerLimits(limits, record);
    return [limits.maxTasks, owned.tasks, limits.maxBytes, owned.bytes];
  }

  /** Repeats an operation while it does not fit: first without expired tasks, then without the oldest ended tasks of its owner. */
  async makeRoom<Result>({ owner }: TaskRecord, operation: () => Promise<Result>): Promise<Result> {
    let result = await operation();
    if (result !== 'full') return result;
    while ((await this.#purge()) === purgeBatchSize);
    do {
      result = await operation();
    } while (result === 'full' && (await this.#deleteEnded(owner)) > 0);
    return result;
  }

  /** When there may be room for another task of an owner. */
  async roomInMs(owner: string | null): Promise<number | undefined> {
    const { pool, statements } = this.#config;
    const [row] = await pool.run(statements.roomInMs, [shortDigest(owner), keepEndedMs]);
    return typeof row?.['ms'] === 'number' ? row['ms'] : undefined;
  }

  async #deleteEnded(owner: string | null): Promise<number> {
    const { pool, statements } = this.#config;
    return (await pool.run(statements.deleteEnded, [shortDigest(owner), keepEndedMs])).length;
  }

  /** Deletes expired tasks in the background, unless a recent call did. */
  purgeInBackground(): void {
    const now = performance.now();
    if (now - this.#purgedAt < purgeIntervalMs) return;
    this.#purgedAt = now;
    void this.#purge().catch(this.#config.report);
  }

  async #purge(): Promise<number> {
    return (await this.#config.pool.run(this.#config.statements.purge, [])).length;
  }
}
