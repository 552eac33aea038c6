import { checkCount, isObject, kindOf, StartUpError } from '@toolwire/internal';
import type { TaskPlaces } from './places.ts';
import type { Delivery } from './task-engine.ts';
import type { TaskStore } from './task-store.ts';

/** How many calls may run at once that have something in common. */
export interface RunningLimits {
  readonly maxRunningPerOwner?: number | undefined;
  readonly maxRunningPerTool?: number | Readonly<Record<string, number>> | undefined;
}

/** Which places the task of a delivery needs, always in the same order. */
export type NeededPlaces = (delivery: Delivery, store: Pick<TaskStore, 'read'>) => Promise<readonly TaskPlaces[]>;

/** Reads the limits; `undefined` where there are none, so that nobody asks for anything. */
export function createNeededPlaces({ maxRunningPerOwner, maxRunningPerTool }: RunningLimits): NeededPlaces | undefined {
  if (maxRunningPerOwner !== undefined) checkCount('maxRunningPerOwner', maxRunningPerOwner, 1);
  const most = maxRunningPerTool === undefined ? undefined : mostOfTool(maxRunningPerTool);
  if (maxRunningPerOwner === undefined && most === undefined) return undefined;
  return async ({ taskId, tool }, store) => {
    const record = maxRunningPerOwner === undefined && tool !== undefined ? undefined : await store.read(taskId);
    const toolId = record?.call?.toolId ?? tool?.slice(0, tool.lastIndexOf('@'));
    const ofTool = toolId === undefined ? undefined : most?.(toolId);
    const places: TaskPlaces[] = [];
    if (maxRunningPerOwner !== undefined && record !== undefined && record.owner !== null) {
      places.push({ name: `owner ${record.owner}`, most: maxRunningPerOwner });
    }
    if (toolId !== undefined && ofTool !== undefined) places.push({ name: `tool ${toolId}`, most: ofTool });
    return places;
  };
}

function mostOfTool(limit: number | Readonly<Record<string, number>>): (toolId: string) => number | undefined {
  if (isObject(limit)) {
    const limits = new Map<string, number>(Object.entries(limit));
    for (const [toolId, most] of limits) checkCount(`maxRunningPerTool['${toolId}']`, most, 1);
    return (toolId) => limits.get(toolId);
  }
  if (typeof limit !== 'number') {
    throw new StartUpError(
      'TW_OPTION_TYPE',
      `maxRunningPerTool is ${kindOf(limit)}. Give a number, or one for each tool by its id: { 'Reports.Build': 2 }`,
    );
  }
  checkCount('maxRunningPerTool', limit, 1);
  return () => limit;
}
