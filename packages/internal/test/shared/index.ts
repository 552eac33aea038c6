export { cpuMs, doublings, hostileSchema } from './hostile-schemas.ts';
export { type Deferred, deferred, settlePromises } from './promises.ts';
export { pairsOfSchemas, schemas } from './schema-arbitrary.ts';
