export { arcade } from './codec.ts';
export { type ExecutionInfo, executeResponse } from './encode-outcome.ts';
export type { ArcadeOptions, AuthorizationStatus } from './options.ts';
