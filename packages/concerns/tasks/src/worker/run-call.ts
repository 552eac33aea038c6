import { fencedLedger } from '../access/task-ledger.ts';
import type { RunCall } from '../calls/task-calls.ts';
import type { Delivery, DeliveryEnd } from '../engine/task-engine.ts';
import { fenceOf } from '../record/claim.ts';
import { markRunAlone, markSetAside } from '../record/transitions.ts';
import { storeTaskEnd } from '../run/store-task-end.ts';
import { hasCrashed, judgeCrashes } from './judge-crashes.ts';
import { runClaimed } from './run-claimed.ts';
import { waitForTool } from './tool-wait.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** Runs a delivered turn if the store grants it to this worker. */
export async function runCall(
  delivery: Delivery,
  run: RunCall,
  dependencies: WorkerDependencies,
): Promise<DeliveryEnd> {
  const { gate } = dependencies;
  const postponed = await waitForTool(delivery, dependencies);
  if (postponed !== undefined) return postponed;
  if (!(await gate.enter())) return retrySoon();
  try {
    const end = await runTurn(delivery, run, dependencies, 'shared');
    if (end !== 'must_run_alone') return end;
  } finally {
    gate.leave();
  }
  // The task has no lease while it waits, so a crash in this time does not count against the call.
  if (!(await gate.enterAlone())) return retrySoon();
  try {
    if (delivery.signal.aborted) return retrySoon();
    const end = await runTurn(delivery, run, dependencies, 'alone');
    return end === 'must_run_alone' ? retrySoon() : end;
  } finally {
    gate.leave();
  }
}

async function runTurn(
  delivery: Delivery,
  run: RunCall,
  dependencies: WorkerDependencies,
  worker: 'shared' | 'alone',
): Promise<DeliveryEnd | 'must_run_alone'> {
  const { taskId, turn, signal } = delivery;
  const { store } = dependencies.ledger;
  const slots = await dependencies.slots?.(delivery, store);
  const claim = await store.claim(taskId, turn, dependencies.leaseMs, slots);
  if (claim.kind === 'held' || claim.kind === 'busy') return { againInMs: Math.ceil(claim.forMs) };
  if (claim.kind === 'over') return 'settled';
  const { record } = claim;
  const lost = hasCrashed(record, claim.lost);
  if (lost) dependencies.emit(record, { kind: 'worker_crashed' });
  const fenced = { ...dependencies, ledger: fencedLedger(dependencies.ledger, record) };
  const { end, mustRunAlone, claimsNotStarted } = judgeCrashes(record, lost, dependencies.maxAttempts);
  if (end !== undefined) {
    const ended = await storeTaskEnd(taskId, end, fenced);
    // Its owner may have canceled it meanwhile.
    if (ended?.status === 'failed') dependencies.emit(record, { kind: 'failed_after_crashes' });
    return 'settled';
  }
  if (!mustRunAlone) return runClaimed({ record, slots, signal }, run, fenced);
  const fence = fenceOf(record);
  const mark = worker === 'alone' ? markRunAlone : markSetAside;
  const updated = await fenced.ledger.update(taskId, mark(claimsNotStarted));
  // It ended, or another worker claimed it.
  if (updated === undefined || fenceOf(updated) !== fence) return 'settled';
  if (worker === 'alone') return runClaimed({ record: updated, slots, signal }, run, fenced);
  await store.release(taskId, fence);
  return 'must_run_alone';
}

/** A random delay, so the same worker is not always first. */
function retrySoon(): { readonly againInMs: number } {
  return { againInMs: Math.ceil(500 + Math.random() * 1_000) };
}
