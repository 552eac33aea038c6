export { arcadeToMcp, arcadeToOtc, mcpToArcade, mcpToOtc, otcToArcade, otcToMcp } from './conversions.ts';
export type { Converted, ConvertOptions } from './converted.ts';
export type { ToArcadeOptions } from './write-arcade-response.ts';
export type { ToMcpOptions } from './write-mcp-result.ts';
