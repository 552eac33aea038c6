import { fenceOf, isToRun } from './claim.ts';
import type { TaskRecord } from './task-record.ts';

/** Since when a task waits for a worker that has its tool; `undefined` where it does not. */
export function lackingSince(record: TaskRecord): number | undefined {
  const { lacking } = record;
  return lacking?.fence === fenceOf(record) && isToRun(record) ? lacking.since : undefined;
}
