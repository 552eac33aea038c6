import { type Claim, hasEnded, judgeClaim, type SlotLimit, type TaskChanges } from '@toolwire/tasks';
import { type HostClock, readClock } from './host-clock.ts';
import type { TaskFile } from './task-file.ts';
import { TaskSlots } from './task-slots.ts';
import { findTask, recordOf, setLease, type TaskRow, updateTask } from './task-statements.ts';

interface TaskClaimsConfig {
  readonly file: TaskFile;
  readonly changes: TaskChanges;
  readonly clock: HostClock;
}

/** Grants tasks to workers. Each operation is one transaction. */
export class TaskClaims {
  readonly #config: TaskClaimsConfig;

  constructor(config: TaskClaimsConfig) {
    this.#config = config;
  }

  /** Grants a turn of a task to one worker. */
  async claim(id: string, turn: number, leaseMs: number, slots: readonly SlotLimit[]): Promise<Claim> {
    const { file, changes, clock } = this.#config;
    const claim = await file.write((database): Claim => {
      const time = readClock(clock);
      const row = findTask(database, id, time.wall);
      const result = judgeClaim(row && recordOf(row), turn, row && leaseLeftMs(row, time.steady));
      // The steady clock restarted with the machine, so the stored end of the lease is too late, and is corrected.
      if (result.kind === 'held' && time.steady + result.forMs < (row?.lease_ends ?? 0)) {
        setLease(database, id, time.steady + result.forMs, result.forMs);
      }
      if (result.kind !== 'claimed') return result;
      const forMs = new TaskSlots(database, result.record, time).claim(slots);
      if (forMs !== undefined) return { kind: 'busy', forMs };
      updateTask(database, result.record, JSON.stringify(result.record), time.wall);
      setLease(database, id, time.steady + leaseMs, leaseMs);
      return result;
    });
    if (claim.kind === 'claimed') changes.notify(id);
    return claim;
  }

  /** Renews a lease from now, if this claim is the last one and its task has its slots. */
  renew(id: string, fence: number, leaseMs: number, slots: readonly SlotLimit[]): Promise<boolean> {
    const { file, clock } = this.#config;
    return file.write(
      (database) => {
        const time = readClock(clock);
        const row = findTask(database, id, time.wall);
        if (row?.fence !== fence) return false;
        const record = recordOf(row);
        if (hasEnded(record) || !new TaskSlots(database, record, time).retake(slots)) return false;
        setLease(database, id, time.steady + leaseMs, leaseMs);
        return true;
      },
      // After a power failure, the worker is gone too, so its lease needn't be durable.
      { durable: false },
    );
  }

  /** Ends the lease of a released task. */
  release(id: string, fence: number): Promise<void> {
    const { file, clock } = this.#config;
    return file.write((database) => {
      if (findTask(database, id, clock.wall())?.fence === fence) setLease(database, id, null, null);
    });
  }
}

/** The steady clock restarts with the machine, and no worker waits longer than a lease (TASK-08). */
function leaseLeftMs({ lease_ends: ends, lease_ms: ms }: TaskRow, steady: number): number | undefined {
  return ends === null || ms === null ? undefined : Math.min(ends - steady, ms);
}
