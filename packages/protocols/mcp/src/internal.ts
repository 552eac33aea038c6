export { openConnection } from './connect.ts';
export { createResponder, type Responder, type ResponderContext } from './create-responder.ts';
export { defaultServerInfo } from './definitions/option-defaults.ts';
export { connectionNames, servingNames } from './definitions/options.ts';
export { resultMetaKey } from './json-rpc/message.ts';
export type { McpRevision } from './json-rpc/revisions.ts';
export { type ToolResultOutcome, toToolResult } from './tools/encode-outcome.ts';
export { withObjectProperties } from './tools/encode-tool.ts';
export { isProgressReport } from './tools/progress-and-logs.ts';
