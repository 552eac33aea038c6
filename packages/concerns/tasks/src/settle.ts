import { NoRoomError } from './no-room-error.ts';
import type { Report } from './observe.ts';
import { failed, type TaskEnd } from './task.ts';
import type { TaskLedger } from './task-ledger.ts';
import { end } from './transitions.ts';

/** What the owner of a task learns of work that has thrown. */
export const unexpected: TaskEnd = failed(
  { message: 'The work failed unexpectedly.' },
  'The work failed unexpectedly.',
);

const noRoomForIt =
  'The work was done, but there is no room to keep its result. Let tasks that are done with be forgotten.';
/** What the owner of a task learns whose result is too large. */
const noRoom: TaskEnd = failed({ message: noRoomForIt }, noRoomForIt);

/** Keeps the end of a task. What comes after a cancellation changes nothing, as no transition leads out of an end. */
export async function settle(
  id: string,
  how: TaskEnd,
  { ledger, report }: { readonly ledger: TaskLedger; readonly report: Report },
): Promise<void> {
  try {
    await ledger.update(id, end(how));
  } catch (error) {
    report(error, id);
    // TASK-28: where it is the store that has failed, it may be well again.
    await ledger.update(id, end(endInstead(how, error) ?? how)).catch((again: unknown) => report(again, id));
  }
}

/** How a task ends that could not be kept because of what was to be kept; `undefined` where the store has failed. */
export function endInstead(kept: unknown, error: unknown): TaskEnd | undefined {
  if (error instanceof NoRoomError) return noRoom;
  return isJson(kept) ? undefined : unexpected;
}

/** Tells what a store can keep from what no store could. */
function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    // A circle, or a number without end, which was reported where it could not be kept.
    return false;
  }
}
