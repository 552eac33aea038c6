export { cpuMs, doublings, hostileSchema } from './hostile-schemas.ts';
export { schemas } from './schema-arbitrary.ts';
