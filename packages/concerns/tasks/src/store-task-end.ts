import type { Report } from './observe.ts';
import { failed, type TaskEnd } from './task.ts';
import type { TaskLedger } from './task-ledger.ts';
import { StoreFullError } from './task-store.ts';
import { end } from './transitions.ts';

const unexpected: TaskEnd = failed({ message: 'The work failed unexpectedly.' }, 'The work failed unexpectedly.');

const noRoomForResultText =
  'The work was done, but its result does not fit into the task store. Wait until older tasks have expired.';
const noRoomForResult: TaskEnd = failed({ message: noRoomForResultText }, noRoomForResultText);

const noRoomToSaveText =
  'The work stopped, because its saved value does not fit into the task store. Wait until older tasks have expired.';
const noRoomToSave: TaskEnd = failed({ message: noRoomToSaveText }, noRoomToSaveText);

/** The end of a task whose work threw this error. */
export function endOfThrown(error: unknown): TaskEnd {
  return error instanceof StoreFullError ? noRoomToSave : unexpected;
}

/** Stores the end of a task. After a cancellation it changes nothing: an ended task stays ended. */
export async function storeTaskEnd(
  id: string,
  taskEnd: TaskEnd,
  { ledger, report }: { readonly ledger: TaskLedger; readonly report: Report },
): Promise<void> {
  try {
    await ledger.update(id, end(taskEnd));
  } catch (error) {
    report(error, id);
    // If the store failed, it may be available again (TASK-28).
    await ledger
      .update(id, end(endOfUnstorable(taskEnd, error) ?? taskEnd))
      .catch((secondError: unknown) => report(secondError, id));
  }
}

/** The end of a task whose value cannot be stored; `undefined` if the store failed. */
export function endOfUnstorable(value: unknown, error: unknown): TaskEnd | undefined {
  if (error instanceof StoreFullError) return noRoomForResult;
  return isJson(value) ? undefined : unexpected;
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    // A circular value or a bigint; the caller already reported the error.
    return false;
  }
}
