export { type AiSdkSourceTool, fromAiSdk } from './from/ai-sdk.ts';
export type { McpSourceServer } from './from/connect-mcp-server.ts';
export type { ImportOptions, ThrowingImportOptions, ToolOverrides } from './from/import-options.ts';
export { fromLangChain, type LangChainSourceTool } from './from/langchain.ts';
export { fromMcpServer } from './from/mcp-server.ts';
