import type { JsonFields } from '@toolwire/internal';
import { tryOrReport } from '../access/report.ts';
import type { RunEnd } from '../calls/task-calls.ts';
import type { TaskEventDetail } from '../calls/task-events.ts';
import type { DeliveryEnd } from '../engine/task-engine.ts';
import { fenceOf } from '../record/claim.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { markHandedBack, requestInput, withMessage } from '../record/transitions.ts';
import { endOfUnstorable, type StoreRetries, storeTaskEnd } from '../run/task-end.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** The end of a run as it was stored. */
export interface StoredRunEnd {
  readonly delivery: DeliveryEnd;
  readonly event: TaskEventDetail;
}

/** A run that has ended. */
interface EndedRun {
  readonly claimed: TaskRecord;
  readonly ranMs: number;
  /** The last progress message, if it is not stored yet. */
  readonly message: string | undefined;
  readonly stopRenewal: () => Promise<void>;
}

/** What storing an end needs of a worker. */
type EndDependencies = Pick<WorkerDependencies, 'ledger' | 'report'>;

/** Stores the end of a run: its result, its requests for input, or its release to any worker. */
export async function storeRunEnd(
  runEnd: RunEnd,
  ended: EndedRun,
  dependencies: EndDependencies & { readonly retries: StoreRetries },
): Promise<StoredRunEnd> {
  if (runEnd.status === 'handed_back') return storeHandBack(runEnd, ended, dependencies);
  if (runEnd.status === 'input_required') return storeRequests(runEnd.requests, ended, dependencies);
  const { claimed, ranMs } = ended;
  const stored = await storeTaskEnd(claimed.id, runEnd, dependencies, dependencies.retries);
  return { delivery: 'settled', event: eventOfEnd(stored, claimed, ranMs) };
}

async function storeHandBack(
  { interrupted, againInMs }: RunEnd & { readonly status: 'handed_back' },
  { claimed, ranMs, message, stopRenewal }: EndedRun,
  { ledger, report }: EndDependencies,
): Promise<StoredRunEnd> {
  const { id } = claimed;
  await stopRenewal();
  const change = withMessage(message, markHandedBack(interrupted !== true));
  await tryOrReport(report, id, () => ledger.update(id, change));
  // Without its release, the task is claimed again when its lease expires. With the stored change, this does not count as a crash.
  await tryOrReport(report, id, () => ledger.store.release(id, fenceOf(claimed)));
  return { delivery: { againInMs }, event: { kind: 'handed_back', ranMs, againInMs } };
}

async function storeRequests(
  requests: JsonFields,
  { claimed, ranMs, message, stopRenewal }: EndedRun,
  dependencies: EndDependencies,
): Promise<StoredRunEnd> {
  const { id } = claimed;
  // A later renewal would hold the next turn.
  await stopRenewal();
  try {
    await dependencies.ledger.update(id, withMessage(message, requestInput(new Map(Object.entries(requests)))));
    return { delivery: 'settled', event: { kind: 'parked', ranMs } };
  } catch (error) {
    dependencies.report(error, id);
    const replacement = endOfUnstorable('requests', requests, error);
    // Otherwise its lease expires, and it is handled like the call of a crashed worker.
    const stored = replacement && (await storeTaskEnd(id, replacement, dependencies));
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
