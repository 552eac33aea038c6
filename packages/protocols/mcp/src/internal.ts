export { openConnection } from './connect.ts';
export { createResponder, type Responder, type ResponderContext } from './create-responder.ts';
export { connectionNames, servingNames } from './definitions/options.ts';
export { defaultServerInfo } from './definitions/serving-settings.ts';
export { rpcCodes } from './json-rpc/json-rpc.ts';
export { resultMetaKey } from './json-rpc/message.ts';
export { type McpRevision, type ToolResultOutcome, toToolResult } from './to-tool-result.ts';
export { withObjectProperties } from './tools/encode-tool.ts';
export { isProgressReport } from './tools/progress-and-logs.ts';
