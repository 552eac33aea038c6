export { type AiSdkSourceTool, fromAiSdk } from './from/ai-sdk-tools.ts';
export type { ImportOptions, ThrowingImportOptions, ToolOverrides } from './from/import-options.ts';
export { fromLangChain, type LangChainSourceTool } from './from/langchain-tools.ts';
export type { McpTransport } from './from/mcp-connection.ts';
export { fromMcpServer, type McpSourceServer } from './from/mcp-server.ts';
