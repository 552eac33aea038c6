import { endOfUnstorable, storeTaskEnd } from './store-task-end.ts';
import type { RunEnd } from './task-calls.ts';
import type { DeliveryEnd } from './task-engine.ts';
import type { TaskRecord } from './task-record.ts';
import { handBack, requestInput } from './transitions.ts';
import type { TaskAccess } from './worker-dependencies.ts';

/** Stores the end of a run: its result, its requests for input, or its release to any worker. */
export async function storeRunEnd(
  { id, fence }: TaskRecord,
  runEnd: RunEnd,
  stopRenewal: () => Promise<void>,
  access: TaskAccess,
): Promise<DeliveryEnd> {
  const { ledger, report } = access;
  if (runEnd.status === 'handed_back') {
    await stopRenewal();
    await ledger.update(id, handBack(runEnd.interrupted !== true)).catch((error: unknown) => report(error, id));
    await ledger.store.release(id, fence ?? 0);
    return { againInMs: runEnd.againInMs };
  }
  if (runEnd.status !== 'input_required') {
    await storeTaskEnd(id, runEnd, access);
    return 'settled';
  }
  // A later renewal would hold the next turn.
  await stopRenewal();
  try {
    await ledger.update(id, requestInput(new Map(Object.entries(runEnd.requests))));
  } catch (error) {
    report(error, id);
    const replacement = endOfUnstorable(runEnd.requests, error);
    // Otherwise its lease expires, and it is handled like the call of a crashed worker.
    if (replacement !== undefined) await storeTaskEnd(id, replacement, access);
  }
  return 'settled';
}
