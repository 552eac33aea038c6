export { createTasks, type TasksOptions } from './create-tasks.ts';
export type { JsonObject, JsonValue } from './json.ts';
export { createMemoryTaskStore, type MemoryTaskStoreOptions } from './memory-task-store.ts';
export { NoRoomError } from './no-room-error.ts';
export type { Report } from './observe.ts';
export { completed, failed, type Task, type TaskEnd, type TaskStatus } from './task.ts';
export type { TaskQuestion, TaskRecord } from './task-record.ts';
export type { TaskPageRequest, TaskRecordPage, TaskStore } from './task-store.ts';
export type { TaskContext, TaskPage, TaskStart, Tasks, TaskWork } from './tasks.ts';
