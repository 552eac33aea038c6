export type { ToArcadeOptions } from './arcade-response.ts';
export { arcadeToMcp, arcadeToOtc, mcpToArcade, mcpToOtc, otcToArcade, otcToMcp } from './conversions.ts';
export type { Converted, ConvertOptions } from './read-result.ts';
export type { ToMcpOptions } from './write-mcp-result.ts';
