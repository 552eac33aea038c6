export type { Json as JsonValue, JsonFields as JsonObject, SealKey, SealKeys } from '@toolwire/internal';
export type { TaskReader } from './access/task-reader.ts';
export type { OwnCredentials } from './calls/sealed-credentials.ts';
export type { TaskAdmin } from './calls/task-admin.ts';
export type { HasTool, RunCall, RunEnd, TaskCallContext, TaskCalls } from './calls/task-calls.ts';
export type { TaskCallsOptions } from './calls/task-calls-options.ts';
export type { TaskEvent, TaskObserver } from './calls/task-events.ts';
export { createTaskCalls } from './create-task-calls.ts';
export { createMemoryTaskEngine, type MemoryTaskEngineOptions } from './engine/memory-task-engine.ts';
export type { Delivery, DeliveryEnd, TaskEngine, WorkerHandle } from './engine/task-engine.ts';
export { externalTask } from './external-task.ts';
export { createTasks, type Tasks, type TasksOptions } from './in-process/create-tasks.ts';
export type { TaskContext } from './in-process/run-work.ts';
export { createMemoryTaskStore, type MemoryTaskStoreOptions } from './memory-store/memory-task-store.ts';
export {
  type Claim,
  fenceOf,
  isRunnable,
  judgeClaim,
  stateOf,
} from './record/claim.ts';
export { completed, failed, type Task, type TaskEnd } from './record/task.ts';
export type { TaskCall } from './record/task-record.ts';
export { hasEnded, type TaskRecord } from './record/task-record.ts';
export { type TaskTurn, turnToDeliver } from './record/task-turn.ts';
export {
  maxCountedPerSlot,
  maxSlotReservationMs,
  type SlotLimit,
  slotReservationMs,
  slotRetryMs,
} from './store/slot-limit.ts';
export { StoreFullError } from './store/store-full-error.ts';
export { createTaskChanges, type TaskChanges, type TaskChangesOptions } from './store/task-changes.ts';
export { firstPosition, readTaskPage, type TaskPosition } from './store/task-cursor.ts';
export type { TaskPageRequest, TaskRecordPage, TaskStore } from './store/task-store.ts';
