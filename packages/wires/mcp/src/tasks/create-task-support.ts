import type { Challenges } from '../results/challenges.ts';
import { serverMetaOf } from '../results/server-meta.ts';
import type { ServingSettings } from '../settings/options.ts';
import { createLegacyTasks } from './legacy-tasks.ts';
import { createModernTasks } from './modern-tasks.ts';
import type { TaskSupport } from './task-support.ts';

/** Makes what tasks add to both eras, for servers that have them. */
export function createTaskSupport(settings: ServingSettings, challenges: Challenges): TaskSupport {
  const { taskAfterMs, resultMeta, artifactLinks } = settings;
  const shared = { artifactLinks, resultMeta, challenges };
  return {
    modern: createModernTasks({ ...shared, taskAfterMs, serverMeta: serverMetaOf(settings) }),
    legacy: createLegacyTasks(shared),
  };
}
