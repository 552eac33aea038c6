export { type ExecutionInfo, executeResponse } from './execute-response.ts';
export type { ArcadeOptions, AuthorizationStatus } from './options.ts';
export { arcade } from './routes.ts';
