export { arcadeToMcp, arcadeToOtc, mcpToArcade, mcpToOtc, otcToArcade, otcToMcp } from './conversions.ts';
export type { Converted, ConvertOptions } from './converted.ts';
export type { ArcadeForm } from './write-arcade.ts';
export type { McpForm } from './write-mcp.ts';
