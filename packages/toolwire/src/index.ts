export * from '@toolwire/core';
export { RetryableToolError, ToolError, type ToolErrorOptions } from '@toolwire/errors';
export {
  createNodeHandler,
  createNodeListener,
  type ListeningServer,
  type ListenOptions,
  listen,
} from '@toolwire/node';
export { type OtcOptions, otc } from '@toolwire/otc';
export {
  consoleLogger,
  createToolServer,
  silentLogger,
  type ToolServer,
  type ToolServerOptions,
} from '@toolwire/server';
export { type Toolwire, type ToolwireListenOptions, type ToolwireOptions, toolwire } from './toolwire.ts';
