import type { Converted, ConvertOptions } from './converted.ts';
import { readArcade } from './read-arcade.ts';
import { readMcp } from './read-mcp.ts';
import { readOtc } from './read-otc.ts';
import { type ArcadeForm, writeArcade } from './write-arcade.ts';
import { type McpForm, writeMcp } from './write-mcp.ts';
import { writeOtc } from './write-otc.ts';

/** An Open Tool Calling response as Arcade's execute response. */
export function otcToArcade(response: unknown, options: ConvertOptions & ArcadeForm = {}): Converted {
  return writeArcade(readOtc(response, options), options);
}

/** An Open Tool Calling response as MCP's `CallToolResult`. */
export function otcToMcp(response: unknown, options: ConvertOptions & McpForm = {}): Converted {
  return writeMcp(readOtc(response, options), options);
}

/** Arcade's execute response as an Open Tool Calling response. */
export function arcadeToOtc(response: unknown, options: ConvertOptions = {}): Converted {
  return writeOtc(readArcade(response, options));
}

/** Arcade's execute response as MCP's `CallToolResult`. */
export function arcadeToMcp(response: unknown, options: ConvertOptions & McpForm = {}): Converted {
  return writeMcp(readArcade(response, options), options);
}

/** MCP's `CallToolResult` as an Open Tool Calling response. */
export function mcpToOtc(result: unknown, options: ConvertOptions = {}): Converted {
  return writeOtc(readMcp(result, options));
}

/** MCP's `CallToolResult` as Arcade's execute response. */
export function mcpToArcade(result: unknown, options: ConvertOptions & ArcadeForm = {}): Converted {
  return writeArcade(readMcp(result, options), options);
}
