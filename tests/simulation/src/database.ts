import { createMemoryTaskStore, type TaskStore } from '@toolwire/tasks';
import { LeasedAnswers } from './leased-answers.ts';
import type { Scheduler } from './scheduler.ts';

/** The data of one node of the database. */
export interface DatabaseState {
  readonly tasks: TaskStore;
  readonly answers: LeasedAnswers;
  /** The results of operations by their token, so that a repeated operation is recognized. */
  readonly results: Map<string, unknown>;
}

/** One atomic operation of a client. */
export interface Operation<Result> {
  readonly name: string;
  /** The task ID or the idempotency key. */
  readonly key: string;
  readonly isWrite: boolean;
  readonly apply: (state: DatabaseState) => Result;
  /** What happens in a full database. Default: it runs as usual. */
  readonly whenFull?: (() => Result) | undefined;
}

/** An error after which clients reconnect and retry. */
export class TransientError extends Error {}

export const answersLeaseMs = 6_000;
const ttlMs = 3_600_000;

/** A primary with its log of writes. */
export class DatabaseNode {
  readonly state: DatabaseState;
  isReadOnly = false;
  /** Whether another node is the primary now. It closes its connections, or clients would read old data. */
  isReplaced = false;
  readonly #log: { readonly at: number; readonly operation: Operation<unknown> }[] = [];
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
    this.state = {
      tasks: createMemoryTaskStore(),
      answers: new LeasedAnswers(answersLeaseMs, ttlMs, () => scheduler.now),
      results: new Map(),
    };
  }

  execute<Result>(operation: Operation<Result>): Result {
    if (operation.isWrite) this.#log.push({ at: this.#scheduler.now, operation });
    return operation.apply(this.state);
  }

  /** A copy without the writes after this time, and the keys of these writes. */
  copyUntil(time: number): { readonly node: DatabaseNode; readonly lostKeys: readonly string[] } {
    const node = new DatabaseNode(this.#scheduler);
    const lostKeys: string[] = [];
    for (const { at, operation } of this.#log) {
      if (at > time) {
        lostKeys.push(operation.key);
        continue;
      }
      node.#log.push({ at, operation });
      this.#scheduler.runAt(at, () => void operation.apply(node.state));
    }
    return { node, lostKeys };
  }
}

/** The database that all processes share, and its faults. */
export class Database {
  primary: DatabaseNode;
  isDown = false;
  isFull = false;
  /** Whether it accepts requests but never responds. */
  isSilent = false;
  /** The longest extra delay of each response, in milliseconds. */
  slowMs = 0;
  /** The keys of acknowledged writes that a failure of the database lost. No guarantee covers their calls (FAULT-22). */
  readonly lostKeys = new Set<string>();

  constructor(scheduler: Scheduler) {
    this.primary = new DatabaseNode(scheduler);
  }

  execute<Result>(operation: Operation<Result>, node: DatabaseNode): Result {
    if (this.isDown || node.isReplaced) throw new TransientError('The connection was reset.');
    if (operation.isWrite && node.isReadOnly) throw new TransientError('READONLY The node is a replica.');
    if (this.isFull && operation.whenFull !== undefined) return operation.whenFull();
    return node.execute(operation);
  }

  /** Loses the writes after this time: a crash before they were on the disk, or a failover to a stale replica. */
  loseWritesAfter(time: number): DatabaseNode {
    const old = this.primary;
    const { node, lostKeys } = old.copyUntil(time);
    for (const key of lostKeys) this.lostKeys.add(key);
    this.primary = node;
    return old;
  }
}
