import type { TaskRecord } from '@toolwire/tasks';
import type { PatientPool } from './patient-pool.ts';
import { purgedAtOnce, type TaskStatements } from './task-statements.ts';

/** How much is kept, all together and of one owner. */
export interface TaskLimits {
  readonly maxTasks: number;
  readonly maxTasksPerOwner: number;
  readonly maxBytes: number;
  readonly maxBytesPerOwner: number;
}

/** What room is made with. */
interface TaskRoomParts {
  readonly pool: PatientPool;
  readonly statements: TaskStatements;
  readonly limits: TaskLimits;
  /** Hears of failures that nobody waits for. */
  readonly report: (error: unknown) => void;
}

/** How often each process looks for tasks that have lived their time. */
const purgeEveryMs = 1_000;

/** Makes room for tasks by taking away those that have lived their time. */
export class TaskRoom {
  readonly #parts: TaskRoomParts;
  #purgedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: TaskRoomParts) {
    this.#parts = parts;
  }

  /** The most tasks of all and of the owner, and the most bytes. */
  limitsOf({ owner }: TaskRecord): readonly number[] {
    const { maxTasks, maxTasksPerOwner, maxBytes, maxBytesPerOwner } = this.#parts.limits;
    // Nobody in particular has the whole.
    if (owner === null) return [maxTasks, maxTasks, maxBytes, maxBytes];
    return [maxTasks, maxTasksPerOwner, maxBytes, maxBytesPerOwner];
  }

  /** Tries a step again once what has lived its time is gone, if there was no room for it. */
  async make<Answer>(step: () => Promise<Answer>): Promise<Answer> {
    const answer = await step();
    if (answer !== 'no room') return answer;
    while ((await this.#purge()) === purgedAtOnce);
    return step();
  }

  /** Takes away what has lived its time, unless that was done just now; nobody waits for it. */
  purgeNowAndThen(): void {
    const now = performance.now();
    if (now - this.#purgedAt < purgeEveryMs) return;
    this.#purgedAt = now;
    void this.#purge().catch(this.#parts.report);
  }

  async #purge(): Promise<number> {
    return (await this.#parts.pool.run(this.#parts.statements.purge, [])).length;
  }
}
