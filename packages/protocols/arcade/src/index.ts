export { arcade } from './codec.ts';
export { type ExecutionInfo, executeResponse } from './execute-response.ts';
export type { ArcadeOptions, AuthorizationStatus } from './options.ts';
