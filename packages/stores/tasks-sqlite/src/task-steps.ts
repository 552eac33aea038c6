import {
  type Claim,
  fenceOf,
  hasEnded,
  isToRun,
  judgeClaim,
  type TaskPlaces,
  type TaskRecord,
  turnToDeliver,
} from '@toolwire/tasks';
import type { HostClock } from './host-clock.ts';
import { takePlaces } from './places.ts';
import { makeRoom, type ShareLimits } from './shares.ts';
import type { Statements } from './statements.ts';
import { addTask, bytesOf, dropLapsed, findTask, putTask, removeTask, setLease, type TaskRow } from './task-rows.ts';
import { addTurn } from './turn-rows.ts';

/** What the steps of a store go by; each of them is one transaction. */
export interface StepTerms {
  readonly clock: HostClock;
  readonly limits: ShareLimits;
}

/** How many tasks that have lived their time are forgotten with each new one: more than one, so that they do not pile up. */
const droppedWithEach = 2;

/** Keeps a new task, and with it the turn to deliver; `false` if there is no room. One of that id stays as it is. */
export function add(database: Statements, record: TaskRecord, text: string, { clock, limits }: StepTerms): boolean {
  const wall = clock.wall();
  if (findTask(database, record.id, wall) !== undefined) return true;
  // One of that id may have lived its time, and be there still.
  removeTask(database, record.id);
  dropLapsed(database, wall, droppedWithEach);
  if (!makeRoom(database, record.owner, { tasks: 1, bytes: bytesOf(text) }, limits, wall)) return false;
  addTask(database, record, text, wall);
  // TASK-09: who has been told that a task is kept needs no second step to have it run.
  if (isToRun(record)) addTurn(database, turnToDeliver(record), clock.steady(), 0);
  return true;
}

/** Puts a record in the place of the version before it. */
export function put(
  database: Statements,
  record: TaskRecord,
  text: string,
  { clock, limits }: StepTerms,
): 'put' | 'refused' | 'no room' {
  const wall = clock.wall();
  const row = findTask(database, record.id, wall);
  // TASK-03: less than the fence that is kept is refused, by whatever version.
  if (row?.version !== record.version - 1 || fenceOf(record) < row.fence) return 'refused';
  const bytes = bytesOf(text) - row.bytes;
  if (bytes > 0 && !makeRoom(database, record.owner, { tasks: 0, bytes }, limits, wall)) return 'no room';
  putTask(database, record, text);
  // TASK-07: who parks a task has given it back.
  if (!isToRun(record)) setLease(database, record.id, null, null);
  return 'put';
}

/** What a worker claims. */
export interface Claimed {
  readonly id: string;
  readonly turn: number;
  readonly leaseMs: number;
  readonly places: readonly TaskPlaces[];
}

/** Gives a turn of a task to one worker. */
export function claim(database: Statements, { id, turn, leaseMs, places }: Claimed, { clock }: StepTerms): Claim {
  const wall = clock.wall();
  const row = findTask(database, id, wall);
  const steady = clock.steady();
  const judged = judgeClaim(row && recordOf(row), turn, row && leaseLeft(row, steady));
  if (judged.kind === 'held' && steady + judged.forMs < (row?.lease_ends ?? 0)) {
    setLease(database, id, steady + judged.forMs, judged.forMs);
  }
  if (judged.kind === 'claimed') {
    const forMs = takePlaces(database, judged.record, places, { wall, steady });
    if (forMs !== undefined) return { kind: 'busy', forMs };
    putTask(database, judged.record, JSON.stringify(judged.record));
    setLease(database, id, steady + leaseMs, leaseMs);
  }
  return judged;
}

/** Lets a lease last from now on, for the one whose claim is the last. */
export function renew(database: Statements, id: string, fence: number, leaseMs: number, { clock }: StepTerms): boolean {
  const row = findTask(database, id, clock.wall());
  if (row?.fence !== fence || hasEnded(recordOf(row))) return false;
  setLease(database, id, clock.steady() + leaseMs, leaseMs);
  return true;
}

/** Ends a lease whose worker has given the task back. */
export function release(database: Statements, id: string, fence: number, { clock }: StepTerms): void {
  if (findTask(database, id, clock.wall())?.fence === fence) setLease(database, id, null, null);
}

/** The record that a row holds. */
export function recordOf({ record }: Pick<TaskRow, 'record'>): TaskRecord {
  return JSON.parse(record) as TaskRecord;
}

/** TASK-08: the steady clock begins anew with the host, and nobody waits longer for it than a lease was given for. */
function leaseLeft({ lease_ends: ends, lease_ms: ms }: TaskRow, steady: number): number | undefined {
  return ends === null || ms === null ? undefined : Math.min(ends - steady, ms);
}
