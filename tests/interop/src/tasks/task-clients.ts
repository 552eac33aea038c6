import { taskClient1 } from './client-1.ts';
import { taskClient2Legacy } from './client-2-legacy.ts';
import { taskClient2Modern } from './client-2-modern.ts';
import type { OfficialTaskClient } from './task-client.ts';

/** Every official client for JavaScript, in every way that it can speak of tasks. */
export const taskClients: readonly OfficialTaskClient[] = [taskClient2Modern, taskClient2Legacy, taskClient1];
