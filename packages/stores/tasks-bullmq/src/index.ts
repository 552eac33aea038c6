export { type BullmqOptions, type BullmqTaskEngine, bullmq } from './bullmq.ts';
