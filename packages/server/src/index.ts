export { type RequestVerifier, trustHost } from './admit.ts';
export { consoleLogger, silentLogger } from './console-logger.ts';
export { createToolServer, type ToolServer, type ToolServerOptions } from './create-tool-server.ts';
export type { ResolvedCall, Stages } from './engine.ts';
export type { CorsOptions } from './http/cors.ts';
export type { ReadyCall } from './invoke.ts';
export type { StopSteps } from './stopping.ts';
export type { Visible } from './visible.ts';
