export { type McpSdkOptions, toMcpServerFactory } from './to-mcp-server-factory.ts';
