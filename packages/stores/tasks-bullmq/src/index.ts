export { type BullmqOptions, type BullmqTasks, bullmq } from './bullmq.ts';
export { type BullmqPostgresOptions, bullmqPostgres, migrateBullmq } from './bullmq-postgres.ts';
export type { BullmqTaskEngine } from './task-engine.ts';
