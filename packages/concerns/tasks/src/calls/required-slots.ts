import { checkCount, isObject, kindOf, StartupError } from '@toolwire/internal';
import type { Delivery } from '../engine/task-engine.ts';
import { toolOfTurn } from '../record/task-turn.ts';
import type { SlotLimit } from '../store/slot-limit.ts';
import type { TaskStore } from '../store/task-store.ts';

/** Limits of concurrent calls. */
export interface RunningLimits {
  /** The most concurrent calls of one owner, across all processes. Anonymous calls are not counted. Default: no limit. */
  readonly maxRunningPerOwner?: number | undefined;
  /** The most concurrent calls of one tool, across all its versions and processes: one number for each tool, or numbers by tool ID. */
  readonly maxRunningPerTool?: number | Readonly<Record<string, number>> | undefined;
}

/** Returns the slots that the task of a delivery needs, always in the same order. */
export type RequiredSlots = (delivery: Delivery, store: Pick<TaskStore, 'read'>) => Promise<readonly SlotLimit[]>;

/** Reads the limits; `undefined` without limits. */
export function createRequiredSlots({
  maxRunningPerOwner,
  maxRunningPerTool,
}: RunningLimits): RequiredSlots | undefined {
  if (maxRunningPerOwner !== undefined) checkCount('maxRunningPerOwner', maxRunningPerOwner, 1);
  const limitOf = maxRunningPerTool === undefined ? undefined : limitOfTool(maxRunningPerTool);
  if (maxRunningPerOwner === undefined && limitOf === undefined) return undefined;
  return async (delivery, store) => {
    const isReadNeeded = maxRunningPerOwner !== undefined || delivery.tool === undefined;
    const record = isReadNeeded ? await store.read(delivery.taskId) : undefined;
    const toolId = record?.call?.toolId ?? toolOfTurn(delivery)?.toolId;
    const toolMax = toolId === undefined ? undefined : limitOf?.(toolId);
    const slots: SlotLimit[] = [];
    if (maxRunningPerOwner !== undefined && record !== undefined && record.owner !== null) {
      slots.push({ name: `owner ${record.owner}`, max: maxRunningPerOwner });
    }
    if (toolId !== undefined && toolMax !== undefined) slots.push({ name: `tool ${toolId}`, max: toolMax });
    return slots;
  };
}

function limitOfTool(limit: number | Readonly<Record<string, number>>): (toolId: string) => number | undefined {
  if (isObject(limit)) {
    const limits = new Map<string, number>(Object.entries(limit));
    for (const [toolId, max] of limits) checkCount(`maxRunningPerTool['${toolId}']`, max, 1);
    return (toolId) => limits.get(toolId);
  }
  if (typeof limit !== 'number') {
    throw new StartupError(
      'TW_OPTION_TYPE',
      `maxRunningPerTool must be a number, or an object such as { 'Reports.Build': 2 }, got ${kindOf(limit)}.`,
    );
  }
  checkCount('maxRunningPerTool', limit, 1);
  return () => limit;
}
