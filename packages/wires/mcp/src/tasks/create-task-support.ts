import { serverMetaOf } from '../results/server-meta.ts';
import type { ServingSettings } from '../settings/options.ts';
import { createLegacyTasks } from './legacy-tasks.ts';
import { createModernTasks } from './modern-tasks.ts';
import type { TaskSupport } from './task-support.ts';

/** Makes what tasks add to both eras, where the server has them. */
export function createTaskSupport(settings: ServingSettings): TaskSupport | undefined {
  const { tasks, taskAfterMs } = settings;
  if (tasks === undefined) return undefined;
  const serverMeta = serverMetaOf(settings);
  return { modern: createModernTasks({ tasks, taskAfterMs, serverMeta }), legacy: createLegacyTasks(tasks) };
}
