export { type ArcadeOptions, arcade } from '@toolwire/arcade';
export * from '@toolwire/core';
export { RetryableToolError, ToolError, type ToolErrorOptions } from '@toolwire/errors';
export { type McpOptions, mcp } from '@toolwire/mcp';
export {
  createNodeHandler,
  createNodeListener,
  type ListeningServer,
  type ListenOptions,
  listen,
} from '@toolwire/node';
export { type OtcOptions, otc } from '@toolwire/otc';
export {
  type Caller,
  type CallSettings,
  consoleLogger,
  createCaller,
  createToolServer,
  silentLogger,
  type ToolServer,
  type ToolServerOptions,
} from '@toolwire/server';
export type { StdioOptions, StdioServing } from '@toolwire/stdio';
export { type Toolwire, type ToolwireListenOptions, type ToolwireOptions, toolwire } from './toolwire.ts';
export type { WiresOptions } from './wires.ts';
