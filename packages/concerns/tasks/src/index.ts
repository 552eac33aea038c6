export type { SealKey, SealKeys } from '@toolwire/internal';
export {
  type Claim,
  fenceOf,
  isRunnable,
  judgeClaim,
  stateOf,
} from './claim.ts';
export { createTaskCalls } from './create-task-calls.ts';
export { createTasks, type TasksOptions } from './create-tasks.ts';
export { externalTask } from './external-task.ts';
export { createMemoryTaskEngine, type MemoryTaskEngineOptions } from './memory-task-engine.ts';
export { createMemoryTaskStore, type MemoryTaskStoreOptions } from './memory-task-store.ts';
export type { OwnCredentials } from './sealed-credentials.ts';
export {
  maxCountedPerSlot,
  maxSlotReservationMs,
  type SlotLimit,
  slotReservationMs,
  slotRetryMs,
} from './slot-limit.ts';
export { StoreFullError } from './store-full-error.ts';
export type { JsonObject, JsonValue } from './task.ts';
export { completed, failed, type Task, type TaskEnd } from './task.ts';
export type { TaskAdmin } from './task-admin.ts';
export type { RunCall, RunEnd, TaskCallContext, TaskCalls, TaskWorkOptions } from './task-calls.ts';
export type { TaskCallsOptions } from './task-calls-options.ts';
export { createTaskChanges, type TaskChanges, type TaskChangesOptions } from './task-changes.ts';
export { firstPosition, readTaskPage, type TaskPosition } from './task-cursor.ts';
export type { Delivery, DeliveryEnd, TaskEngine, WorkerHandle } from './task-engine.ts';
export type { TaskEvent, TaskObserver } from './task-events.ts';
export type { TaskCall } from './task-record.ts';
export { hasEnded, type TaskRecord } from './task-record.ts';
export type { TaskPageRequest, TaskRecordPage, TaskStore } from './task-store.ts';
export { type TaskTurn, turnToDeliver } from './task-turn.ts';
export type { TaskContext, TaskReader, Tasks } from './tasks.ts';
