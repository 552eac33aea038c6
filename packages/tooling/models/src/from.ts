export { type AiSdkSourceTool, fromAiSdk } from './from/ai-sdk.ts';
export type { ImportOptions, ThrowingImportOptions, ToolOverrides } from './from/imported-tool.ts';
export { fromLangChain, type LangChainSourceTool } from './from/langchain.ts';
export { fromMcpServer, type McpSourceServer } from './from/mcp-server.ts';
