export type { SealKey, SealKeys } from '@toolwire/internal';
export { type Claim, fenceOf, isToRun, judgeClaim } from './claim.ts';
export { createTaskCalls } from './create-task-calls.ts';
export { createTasks, type TasksOptions } from './create-tasks.ts';
export { type ExternalContext, type ExternalState, type ExternalSystem, externalTask } from './external-task.ts';
export type { JsonObject, JsonValue } from './json.ts';
export { createMemoryTaskEngine, type MemoryTaskEngineOptions } from './memory-task-engine.ts';
export { createMemoryTaskStore, type MemoryTaskStoreOptions } from './memory-task-store.ts';
export { NoRoomError } from './no-room-error.ts';
export type { Report } from './observe.ts';
export { askAgainAfter, keptFor, keptForAtMost, type TaskPlaces } from './places.ts';
export type { OwnCredentials } from './sealed-credentials.ts';
export { completed, failed, type Task, type TaskEnd, type TaskStatus } from './task.ts';
export type { AdminListRequest, AdminPage, AdminTask, TaskAdmin } from './task-admin.ts';
export type { TaskCall } from './task-call.ts';
export type {
  HandedBack,
  Parked,
  RunCall,
  RunEnd,
  TaskCallContext,
  TaskCallStart,
  TaskCallStarted,
  TaskCalls,
  TaskWorkOptions,
} from './task-calls.ts';
export type { TaskCallsOptions } from './task-calls-options.ts';
export { createTaskChanges, type TaskChanges, type TaskChangesOptions } from './task-changes.ts';
export type { Delivery, DeliveryEnd, TaskEngine, TaskTurn, WorkerHandle } from './task-engine.ts';
export type { TaskEvent, TaskFacts, TaskObserver, TasksSwept, WhatHappened } from './task-events.ts';
export { cursorOf, firstPosition, positionOf, type TaskPosition } from './task-position.ts';
export { hasEnded, type TaskQuestion, type TaskRecord } from './task-record.ts';
export type { TaskPageRequest, TaskRecordPage, TaskStore } from './task-store.ts';
export type { TaskContext, TaskPage, TaskReader, TaskStart, Tasks, TaskWork } from './tasks.ts';
export { turnToDeliver } from './turn-to-deliver.ts';
