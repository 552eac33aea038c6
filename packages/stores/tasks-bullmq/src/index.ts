export { type BullmqOptions, type BullmqTasks, bullmq } from './bullmq.ts';
export type { BullmqTaskEngine } from './bullmq-engine.ts';
export { type BullmqPool, type BullmqPostgresOptions, bullmqPostgres, migrateBullmq } from './bullmq-postgres.ts';
export type { QueueOptions } from './queue-options.ts';
