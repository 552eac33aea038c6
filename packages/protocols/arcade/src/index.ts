export { type ExecutionInfo, executeResponse } from './encode-outcome.ts';
export type { ArcadeOptions } from './options.ts';
export { arcade } from './routes.ts';
