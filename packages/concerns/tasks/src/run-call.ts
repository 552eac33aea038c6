import type { CallParts } from './call-parts.ts';
import { fenceOf } from './claim.ts';
import { fencedLedger } from './fenced-ledger.ts';
import { waitForTool } from './lacking-tool.ts';
import { runClaimed } from './run-claimed.ts';
import { settle } from './settle.ts';
import { failed, type TaskEnd } from './task.ts';
import type { RunCall } from './task-calls.ts';
import type { Delivery, DeliveryEnd } from './task-engine.ts';
import type { TaskRecord } from './task-record.ts';

const mayHaveRunText = 'The worker that ran the call was lost, so the call may have run. It is not run again.';
const mayHaveRun = failed({ message: mayHaveRunText, mayHaveRun: true }, mayHaveRunText);

/** Runs the turn of a task that an engine has delivered, if the store gives it to this worker. */
export async function runCall(delivery: Delivery, run: RunCall, parts: CallParts): Promise<DeliveryEnd> {
  const { taskId, turn, signal } = delivery;
  const waits = await waitForTool(delivery, parts);
  if (waits !== undefined) return waits;
  const places = await parts.places?.(delivery, parts.ledger.store);
  const claim = await parts.ledger.store.claim(taskId, turn, parts.leaseMs, places);
  if (claim.kind === 'held' || claim.kind === 'busy') return { againInMs: Math.ceil(claim.forMs) };
  if (claim.kind === 'over') return 'settled';
  const { record, lost } = claim;
  const held = { ledger: fencedLedger(parts.ledger, record), report: parts.report };
  if (lost) parts.tell(record, { kind: 'lost' });
  const end = lost ? endOfLost(record, parts.maxAttempts) : undefined;
  if (end === undefined) return runClaimed(record, signal, run, parts, held);
  await settle(taskId, end, held);
  parts.tell(record, { kind: 'given_up' });
  return 'settled';
}

/** TASK-05: how a task ends whose worker was lost; `undefined` where its call is run again. */
function endOfLost(record: TaskRecord, maxAttempts: number): TaskEnd | undefined {
  if (record.call?.retrySafe !== true) return mayHaveRun;
  // Those that were parked or given back have not been lost.
  if (fenceOf(record) - (record.accounted ?? 0) <= maxAttempts) return undefined;
  const text = `The call was begun ${maxAttempts} times, and its worker was lost each time.`;
  return failed({ message: text, mayHaveRun: true }, text);
}
