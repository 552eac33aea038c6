import { fenceOf } from './claim.ts';
import { endOfUnstorable, type StoreRetries, storeTaskEnd } from './store-task-end.ts';
import type { RunEnd } from './task-calls.ts';
import type { DeliveryEnd } from './task-engine.ts';
import type { TaskEventDetail } from './task-events.ts';
import type { TaskRecord } from './task-record.ts';
import { handBack, requestInput, withMessage } from './transitions.ts';
import type { TaskAccess } from './worker-dependencies.ts';

/** The end of a run as it was stored. */
export interface StoredRunEnd {
  readonly delivery: DeliveryEnd;
  readonly event: TaskEventDetail;
}

/** A run that has ended. */
interface EndedRun {
  readonly ranMs: number;
  /** The last progress message, if it is not stored yet. */
  readonly message: string | undefined;
  readonly stopRenewal: () => Promise<void>;
}

/** Stores the end of a run: its result, its requests for input, or its release to any worker. */
export async function storeRunEnd(
  claimed: TaskRecord,
  runEnd: RunEnd,
  { ranMs, message, stopRenewal }: EndedRun,
  access: TaskAccess,
  retries: StoreRetries,
): Promise<StoredRunEnd> {
  const { id } = claimed;
  const { ledger, report } = access;
  if (runEnd.status === 'handed_back') {
    await stopRenewal();
    const change = withMessage(message, handBack(runEnd.interrupted !== true));
    await ledger.update(id, change).catch((error: unknown) => report(error, id));
    await ledger.store.release(id, fenceOf(claimed));
    const { againInMs } = runEnd;
    return { delivery: { againInMs }, event: { kind: 'handed_back', ranMs, againInMs } };
  }
  if (runEnd.status !== 'input_required') {
    const stored = await storeTaskEnd(id, runEnd, access, retries);
    return { delivery: 'settled', event: eventOfEnd(stored, claimed, ranMs) };
  }
  // A later renewal would hold the next turn.
  await stopRenewal();
  try {
    await ledger.update(id, withMessage(message, requestInput(new Map(Object.entries(runEnd.requests)))));
    return { delivery: 'settled', event: { kind: 'parked', ranMs } };
  } catch (error) {
    report(error, id);
    const replacement = endOfUnstorable(runEnd.requests, error);
    // Otherwise its lease expires, and it is handled like the call of a crashed worker.
    const stored = replacement && (await storeTaskEnd(id, replacement, access));
    return { delivery: 'settled', event: eventOfEnd(stored, claimed, ranMs) };
  }
}

/** The event of a run that ended its task. Its end was discarded if the task was canceled, deleted or claimed again. */
function eventOfEnd(stored: TaskRecord | undefined, claimed: TaskRecord, ranMs: number): TaskEventDetail {
  if (stored === undefined || fenceOf(stored) !== fenceOf(claimed)) return { kind: 'discarded', ranMs };
  const { status } = stored;
  return status === 'completed' || status === 'failed'
    ? { kind: 'ended', ranMs, status }
    : { kind: 'discarded', ranMs };
}
