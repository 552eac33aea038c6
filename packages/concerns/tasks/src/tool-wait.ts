import { fenceOf, isRunnable, missingToolSince, turnOf } from './claim.ts';
import type { Delivery, DeliveryEnd } from './task-engine.ts';
import type { TaskCall, TaskRecord } from './task-record.ts';
import { fenced, markToolMissing } from './transitions.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** The dependencies of the wait for a missing tool. */
type ToolWaitDependencies = Pick<WorkerDependencies, 'ledger' | 'hasTool' | 'toolWaitMs' | 'emit'>;

/** The call ends before its TTL, so that its caller can still read the result. */
const maxFractionOfTtl = 0.9;
const minPauseMs = 1_000;
const maxPauseMs = 15_000;

/** Postpones a delivery whose tool this worker does not have. It counts as no attempt. Returns `undefined` if the call should run here (TASK-30). */
export async function waitForTool(
  delivery: Delivery,
  dependencies: ToolWaitDependencies,
): Promise<DeliveryEnd | undefined> {
  const { hasTool, toolWaitMs, ledger } = dependencies;
  const { taskId, turn, tool } = delivery;
  if (hasTool === undefined || toolWaitMs === 0) return undefined;
  const deliveredTool = tool === undefined ? undefined : parseToolName(tool);
  if (deliveredTool !== undefined && hasTool(deliveredTool)) return undefined;
  const record = await ledger.store.read(taskId);
  if (record?.call === undefined || !isRunnable(record) || turnOf(record) !== turn) return 'settled';
  if (hasTool(record.call)) return undefined;
  const now = Date.now();
  const since = missingToolSince(record) ?? now;
  const leftMs = Math.min(since + toolWaitMs, record.createdAt + record.ttlMs * maxFractionOfTtl) - now;
  if (leftMs <= 0) return undefined;
  if (missingToolSince(record) === undefined) await noteMissingTool(record, dependencies);
  // Random, or the same worker would always be first.
  const pauseMs = Math.min(Math.max(minPauseMs, (now - since) / 4), maxPauseMs) * (0.75 + Math.random() / 2);
  return { againInMs: Math.ceil(Math.min(pauseMs, leftMs)) };
}

async function noteMissingTool(record: TaskRecord, { ledger, emit }: ToolWaitDependencies): Promise<void> {
  const updated = await ledger.update(record.id, fenced(fenceOf(record), markToolMissing));
  if (updated !== undefined && missingToolSince(updated) !== undefined) emit(updated, { kind: 'waiting_for_tool' });
}

function parseToolName(tool: string): Pick<TaskCall, 'toolId' | 'toolVersion'> {
  const separator = tool.lastIndexOf('@');
  return { toolId: tool.slice(0, separator), toolVersion: tool.slice(separator + 1) };
}
