import { fenceOf, isToRun, turnOf } from './claim.ts';
import { lackingSince } from './lacking-since.ts';
import type { TaskCall } from './task-call.ts';
import type { TaskWorkOptions } from './task-calls.ts';
import type { Delivery, DeliveryEnd } from './task-engine.ts';
import type { WhatHappened } from './task-events.ts';
import type { TaskLedger } from './task-ledger.ts';
import type { TaskRecord } from './task-record.ts';
import { fenced, lackTool } from './transitions.ts';

/** What a worker goes by that may lack a tool. */
export interface LackingParts {
  readonly ledger: TaskLedger;
  readonly hasTool: TaskWorkOptions['hasTool'];
  readonly toolWaitMs: number;
  readonly now: () => number;
  readonly tell: (record: TaskRecord, what: WhatHappened) => void;
}

/** Whoever asks about a call shortly before it is kept no longer is to learn how it ended. */
const ofItsTime = 0.9;
const soonestMs = 1_000;
const latestMs = 15_000;

/** TASK-30: what becomes of a delivery whose tool this worker has not got: it is another's, and counts as no attempt. `undefined` where it is to be run here. */
export async function waitForTool(delivery: Delivery, parts: LackingParts): Promise<DeliveryEnd | undefined> {
  const { hasTool, toolWaitMs, ledger, now } = parts;
  const { taskId, turn, tool } = delivery;
  if (hasTool === undefined || toolWaitMs === 0) return undefined;
  const told = tool === undefined ? undefined : namedBy(tool);
  if (told !== undefined && hasTool(told)) return undefined;
  const record = await ledger.store.read(taskId);
  if (record?.call === undefined || !isToRun(record) || turnOf(record) !== turn) return 'settled';
  if (hasTool(record.call)) return undefined;
  const at = now();
  const since = lackingSince(record) ?? at;
  const leftMs = Math.min(since + toolWaitMs, record.createdAt + record.ttlMs * ofItsTime) - at;
  if (leftMs <= 0) return undefined;
  if (lackingSince(record) === undefined) await noteLack(record, parts);
  // Never in step with how often a worker looks, or the same one would always come first.
  const pauseMs = Math.min(Math.max(soonestMs, (at - since) / 4), latestMs) * (0.75 + Math.random() / 2);
  return { againInMs: Math.ceil(Math.min(pauseMs, leftMs)) };
}

async function noteLack(record: TaskRecord, { ledger, tell }: LackingParts): Promise<void> {
  const noted = await ledger.update(record.id, fenced(fenceOf(record), lackTool));
  if (noted !== undefined && lackingSince(noted) !== undefined) tell(noted, { kind: 'lacking' });
}

function namedBy(tool: string): Pick<TaskCall, 'toolId' | 'toolVersion'> {
  const at = tool.lastIndexOf('@');
  return { toolId: tool.slice(0, at), toolVersion: tool.slice(at + 1) };
}
