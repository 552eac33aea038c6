import type { CallParts } from './call-parts.ts';
import { fenceOf } from './claim.ts';
import { type Suspicion, suspicionOf } from './crash-suspect.ts';
import { runClaimed } from './run-claimed.ts';
import { settle } from './settle.ts';
import { failed, type TaskEnd } from './task.ts';
import type { RunCall } from './task-calls.ts';
import type { Delivery, DeliveryEnd } from './task-engine.ts';
import { fencedLedger } from './task-ledger.ts';
import { waitForTool } from './tool-wait.ts';
import { runAlone, setAside } from './transitions.ts';

const mayHaveRunText = 'The worker crashed during the call, so the call may have run. It does not run again.';
const mayHaveRun = failed({ message: mayHaveRunText, mayHaveRun: true }, mayHaveRunText);

/** Runs a delivered turn if the store grants it to this worker. */
export async function runCall(delivery: Delivery, run: RunCall, parts: CallParts): Promise<DeliveryEnd> {
  const { gate } = parts;
  const waits = await waitForTool(delivery, parts);
  if (waits !== undefined) return waits;
  if (!(await gate.enter())) return retrySoon();
  try {
    const end = await runTurn(delivery, run, parts, false);
    if (end !== 'suspect') return end;
  } finally {
    gate.leave();
  }
  // The task has no lease while it waits, so a crash in this time does not count against the call.
  if (!(await gate.enterAlone())) return retrySoon();
  try {
    if (delivery.signal.aborted) return retrySoon();
    const end = await runTurn(delivery, run, parts, true);
    return end === 'suspect' ? retrySoon() : end;
  } finally {
    gate.leave();
  }
}

async function runTurn(
  delivery: Delivery,
  run: RunCall,
  parts: CallParts,
  isAlone: boolean,
): Promise<DeliveryEnd | 'suspect'> {
  const { taskId, turn, signal } = delivery;
  const { store } = parts.ledger;
  const slots = await parts.slots?.(delivery, store);
  const claim = await store.claim(taskId, turn, parts.leaseMs, slots);
  if (claim.kind === 'held' || claim.kind === 'busy') return { againInMs: Math.ceil(claim.forMs) };
  if (claim.kind === 'over') return 'settled';
  const { record, lost } = claim;
  const held = { ledger: fencedLedger(parts.ledger, record), report: parts.report };
  if (lost) parts.emit(record, { kind: 'lost' });
  const suspicion = suspicionOf(record, lost, parts.maxAttempts);
  if (lost && (record.call?.retrySafe !== true || suspicion.isGuilty)) {
    await settle(taskId, endAfterCrash(record.call?.retrySafe === true, suspicion, parts.maxAttempts), held);
    parts.emit(record, { kind: 'given_up' });
    return 'settled';
  }
  if (!suspicion.isSuspect) return runClaimed(record, signal, run, parts, held);
  const fence = fenceOf(record);
  const noted = await held.ledger.update(taskId, (isAlone ? runAlone : setAside)(suspicion.notBegun));
  // It ended, or another worker claimed it.
  if (noted === undefined || fenceOf(noted) !== fence) return 'settled';
  if (isAlone) return runClaimed(noted, signal, run, parts, held);
  await store.release(taskId, fence);
  return 'suspect';
}

/** A random delay, so the same worker is not always first. */
function retrySoon(): { readonly againInMs: number } {
  return { againInMs: Math.ceil(500 + Math.random() * 1_000) };
}

/** The end of a task whose worker crashed and that does not run again (TASK-05). */
function endAfterCrash(retrySafe: boolean, { wasAlone }: Suspicion, maxAttempts: number): TaskEnd {
  if (!retrySafe) return mayHaveRun;
  const last = wasAlone ? ' The last time, that worker ran nothing else.' : '';
  const text =
    maxAttempts === 1
      ? 'The call was started once, and its worker crashed.'
      : `The call was started ${maxAttempts} times, and its worker crashed each time.${last}`;
  return failed({ message: text, mayHaveRun: true }, text);
}
