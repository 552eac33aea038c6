import { fenceOf, isToRun, missingToolSince, turnOf } from './claim.ts';
import type { TaskWorkOptions } from './task-calls.ts';
import type { Delivery, DeliveryEnd } from './task-engine.ts';
import type { TaskEventDetail } from './task-events.ts';
import type { TaskLedger } from './task-ledger.ts';
import type { TaskCall, TaskRecord } from './task-record.ts';
import { fenced, lackTool } from './transitions.ts';

/** What a worker needs to wait for a missing tool. */
export interface ToolWaitParts {
  readonly ledger: TaskLedger;
  readonly hasTool: TaskWorkOptions['hasTool'];
  readonly toolWaitMs: number;
  readonly now: () => number;
  readonly emit: (record: TaskRecord, what: TaskEventDetail) => void;
}

/** The call ends before its TTL, so that its caller can still read the result. */
const latestFractionOfTtl = 0.9;
const soonestMs = 1_000;
const latestMs = 15_000;

/** Postpones a delivery whose tool this worker does not have. It counts as no attempt. Returns `undefined` if the call should run here (TASK-30). */
export async function waitForTool(delivery: Delivery, parts: ToolWaitParts): Promise<DeliveryEnd | undefined> {
  const { hasTool, toolWaitMs, ledger, now } = parts;
  const { taskId, turn, tool } = delivery;
  if (hasTool === undefined || toolWaitMs === 0) return undefined;
  const named = tool === undefined ? undefined : parseToolName(tool);
  if (named !== undefined && hasTool(named)) return undefined;
  const record = await ledger.store.read(taskId);
  if (record?.call === undefined || !isToRun(record) || turnOf(record) !== turn) return 'settled';
  if (hasTool(record.call)) return undefined;
  const at = now();
  const since = missingToolSince(record) ?? at;
  const leftMs = Math.min(since + toolWaitMs, record.createdAt + record.ttlMs * latestFractionOfTtl) - at;
  if (leftMs <= 0) return undefined;
  if (missingToolSince(record) === undefined) await noteMissingTool(record, parts);
  // Random, or the same worker would always be first.
  const pauseMs = Math.min(Math.max(soonestMs, (at - since) / 4), latestMs) * (0.75 + Math.random() / 2);
  return { againInMs: Math.ceil(Math.min(pauseMs, leftMs)) };
}

async function noteMissingTool(record: TaskRecord, { ledger, emit }: ToolWaitParts): Promise<void> {
  const noted = await ledger.update(record.id, fenced(fenceOf(record), lackTool));
  if (noted !== undefined && missingToolSince(noted) !== undefined) emit(noted, { kind: 'lacking' });
}

function parseToolName(tool: string): Pick<TaskCall, 'toolId' | 'toolVersion'> {
  const at = tool.lastIndexOf('@');
  return { toolId: tool.slice(0, at), toolVersion: tool.slice(at + 1) };
}
