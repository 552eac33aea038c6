import { checkNames, type NamesOf } from '@toolwire/internal';
import type { Converted, ConvertOptions } from './converted.ts';
import { readArcade } from './read-arcade.ts';
import { readMcp } from './read-mcp.ts';
import { readOtc } from './read-otc.ts';
import { type ArcadeForm, writeArcade } from './write-arcade.ts';
import { type McpForm, writeMcp } from './write-mcp.ts';
import { writeOtc } from './write-otc.ts';

const optionNames: NamesOf<ConvertOptions> = { tool: true, callId: true, side: true };
const toMcpNames: NamesOf<ConvertOptions & McpForm> = { ...optionNames, revision: true };
const toArcadeNames: NamesOf<ConvertOptions & ArcadeForm> = {
  ...optionNames,
  finishedAt: true,
  profile: true,
  wrapLists: true,
};

/** An Open Tool Calling response as Arcade's execute response. */
export function otcToArcade(response: unknown, options: ConvertOptions & ArcadeForm = {}): Converted {
  checkNames('otcToArcade()', options, toArcadeNames);
  return writeArcade(readOtc(response, options), options);
}

/** An Open Tool Calling response as MCP's `CallToolResult`. */
export function otcToMcp(response: unknown, options: ConvertOptions & McpForm = {}): Converted {
  checkNames('otcToMcp()', options, toMcpNames);
  return writeMcp(readOtc(response, options), options);
}

/** Arcade's execute response as an Open Tool Calling response. */
export function arcadeToOtc(response: unknown, options: ConvertOptions = {}): Converted {
  checkNames('arcadeToOtc()', options, optionNames);
  return writeOtc(readArcade(response, options));
}

/** Arcade's execute response as MCP's `CallToolResult`. */
export function arcadeToMcp(response: unknown, options: ConvertOptions & McpForm = {}): Converted {
  checkNames('arcadeToMcp()', options, toMcpNames);
  return writeMcp(readArcade(response, options), options);
}

/** MCP's `CallToolResult` as an Open Tool Calling response. */
export function mcpToOtc(result: unknown, options: ConvertOptions = {}): Converted {
  checkNames('mcpToOtc()', options, optionNames);
  return writeOtc(readMcp(result, options));
}

/** MCP's `CallToolResult` as Arcade's execute response. */
export function mcpToArcade(result: unknown, options: ConvertOptions & ArcadeForm = {}): Converted {
  checkNames('mcpToArcade()', options, toArcadeNames);
  return writeArcade(readMcp(result, options), options);
}
