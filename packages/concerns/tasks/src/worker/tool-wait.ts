import type { Delivery, DeliveryEnd } from '../engine/task-engine.ts';
import { fenceOf, isRunnable, missingToolSince } from '../record/claim.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { toolOfTurn, turnOf } from '../record/task-turn.ts';
import { fenced, markToolMissing } from '../record/transitions.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** The dependencies of the wait for a missing tool. */
type ToolWaitDependencies = Pick<WorkerDependencies, 'ledger' | 'hasTool' | 'toolWaitMs' | 'emit'>;

/** The call ends before its TTL, so that its caller can still read the result. */
const maxFractionOfTtl = 0.9;

/** Postpones a delivery whose tool this worker does not have. It counts as no attempt. Returns `undefined` if the call should run here (TASK-30). */
export async function waitForTool(
  delivery: Delivery,
  dependencies: ToolWaitDependencies,
): Promise<DeliveryEnd | undefined> {
  const { hasTool, toolWaitMs, ledger } = dependencies;
  if (hasTool === undefined || toolWaitMs === 0) return undefined;
  const tool = toolOfTurn(delivery);
  // Most workers have the tool, and then need no read of the store.
  if (tool !== undefined && hasTool(tool)) return undefined;
  const record = await ledger.store.read(delivery.taskId);
  if (record?.call === undefined || !isRunnable(record) || turnOf(record) !== delivery.turn) return 'settled';
  // The engine may have delivered the turn without its tool.
  return hasTool(record.call) ? undefined : postpone(record, dependencies);
}

/** Returns when to deliver the task again; `undefined` after the longest wait. */
async function postpone(record: TaskRecord, dependencies: ToolWaitDependencies): Promise<DeliveryEnd | undefined> {
  const now = Date.now();
  const waitsSince = missingToolSince(record);
  const since = waitsSince ?? now;
  const endsAt = Math.min(since + dependencies.toolWaitMs, record.createdAt + record.ttlMs * maxFractionOfTtl);
  if (endsAt <= now) return undefined;
  if (waitsSince === undefined) await noteMissingTool(record, dependencies);
  return { againInMs: Math.ceil(Math.min(pauseAfter(now - since), endsAt - now)) };
}

const minPauseMs = 1_000;
const maxPauseMs = 15_000;
const maxDeviation = 0.25;

/** A quarter of the wait so far, within limits. Random, or the same worker would always be first. */
function pauseAfter(waitedMs: number): number {
  const pauseMs = Math.min(Math.max(minPauseMs, waitedMs / 4), maxPauseMs);
  return pauseMs * (1 - maxDeviation + 2 * maxDeviation * Math.random());
}

async function noteMissingTool(record: TaskRecord, { ledger, emit }: ToolWaitDependencies): Promise<void> {
  const updated = await ledger.update(record.id, fenced(fenceOf(record), markToolMissing));
  if (updated !== undefined && missingToolSince(updated) !== undefined) emit(updated, { kind: 'waiting_for_tool' });
}
