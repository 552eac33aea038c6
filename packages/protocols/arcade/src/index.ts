export { type ExecutionInfo, executeResponse } from './encode-outcome.ts';
export type { ArcadeOptions, AuthorizationStatus } from './options.ts';
export { arcade } from './routes.ts';
