export { cpuMs, cpuRatio, machineSlowness, measureCpu } from './cpu-time.ts';
export { doublings, hostileSchema, maxHostileMs } from './hostile-schemas.ts';
export { type Deferred, deferred, settlePromises } from './promises.ts';
export { pairsOfSchemas, schemas } from './schema-arbitrary.ts';
