import type { Claim } from './claim.ts';
import type { TaskPlaces } from './places.ts';
import type { TaskRecord } from './task-record.ts';

/** Some of the tasks that were asked for, oldest first. */
export interface TaskRecordPage {
  readonly records: readonly TaskRecord[];
  /** Where the next page begins; left out on the last one. */
  readonly nextCursor?: string | undefined;
}

/** Which of them to list. */
export interface TaskPageRequest {
  /** Where a page before ended; left out for the first. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/**
 * Where tasks are kept. Records are plain JSON, so a store may be a database that several servers share. A task is gone `ttlMs` after
 * `create`, by the store's own clock and never earlier, whatever has become of it by then. A store tries again by itself what failed
 * for a moment; what it throws reaches whoever asked.
 */
export interface TaskStore {
  /** Rejects, in words that say what to set, where tasks could be lost; left out by a store that has nothing to look at. */
  ready?(): Promise<void>;
  /** Lets go of what the store has opened by itself; left out where that is nothing. */
  close?(): Promise<void>;
  /**
   * Keeps a new task, and answers once `read` would find it; `false` if there is no room. Where there is a task of that id, that one stays as it is,
   * and the answer is `true`: a call whose id follows from its caller's is kept once, whichever process is asked. Atomic.
   */
  create(record: TaskRecord): boolean | Promise<boolean>;
  read(id: string): TaskRecord | undefined | Promise<TaskRecord | undefined>;
  /**
   * Puts a record in the place of the one whose version is one less; `false`, with nothing changed, if that is not what is kept, or if its fence is less
   * than what is kept has. Atomic. A record that is not to be run, as it has ended or waits for input, ends the lease with it.
   * Throws a `NoRoomError` where there is no room for what has been added.
   */
  replace(record: TaskRecord): boolean | Promise<boolean>;
  /** The tasks of one owner; `undefined` for a cursor that is none. */
  list(owner: string | null, page: TaskPageRequest): TaskRecordPage | undefined | Promise<TaskRecordPage | undefined>;
  /** Forgets a task, if there is one. */
  remove(id: string): void | Promise<void>;
  /**
   * Calls back after each change to a task by whomever, and after it was removed, until the function that it answers is called. More
   * calls than changes do no harm: a store that needs time to begin calls once when it has.
   */
  watch(id: string, listener: () => void): () => void;
  /**
   * Gives a turn of a task with a `call` to one worker for a while, as `judgeClaim` says, and keeps the record that it answers with.
   * Atomic; leases run by the store's own clock, beside the record, so that no change of it touches them.
   * With `places`, only where it gets one of each, which it has for as long as the lease holds it. Never are more taken than there are, and the oldest
   * task of those that ask and go on asking gets the next one; it waits for a place of the second only once it would have one of the first.
   */
  claim(id: string, turn: number, leaseMs: number, places?: readonly TaskPlaces[]): Claim | Promise<Claim>;
  /** Lets a lease last so long from now on; `false` if a later claim has the task, or if it has ended or is gone. */
  renew(id: string, fence: number, leaseMs: number): boolean | Promise<boolean>;
  /** Gives a task back that is not lost; does nothing if a later claim has it. */
  release(id: string, fence: number): void | Promise<void>;
  /** The tasks of all owners, whatever their status, in an order of the store's own that new ones join at its end; `undefined` for a cursor that is none. */
  all(page: TaskPageRequest): TaskRecordPage | undefined | Promise<TaskRecordPage | undefined>;
  /** The tasks of all owners that are to run and that no lease holds, oldest first; `undefined` for a cursor that is none. */
  unfinished(page: TaskPageRequest): TaskRecordPage | undefined | Promise<TaskRecordPage | undefined>;
}
