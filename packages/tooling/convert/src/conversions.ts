import { checkNames, type NamesOf } from '@toolwire/internal';
import type { Converted, ConvertOptions } from './converted.ts';
import { readArcade } from './read-arcade.ts';
import { readMcp } from './read-mcp.ts';
import { readOtc } from './read-otc.ts';
import { type ToArcadeOptions, writeArcade } from './write-arcade.ts';
import { type ToMcpOptions, writeMcp } from './write-mcp.ts';
import { writeOtc } from './write-otc.ts';

const optionNames: NamesOf<ConvertOptions> = { tool: true, callId: true, extras: true };
const toMcpNames: NamesOf<ConvertOptions & ToMcpOptions> = { ...optionNames, revision: true };
const toArcadeNames: NamesOf<ConvertOptions & ToArcadeOptions> = {
  ...optionNames,
  finishedAt: true,
  profile: true,
  wrapLists: true,
};

/** Converts an Open Tool Calling response to Arcade's execute response. */
export function otcToArcade(response: unknown, options: ConvertOptions & ToArcadeOptions = {}): Converted {
  checkNames('otcToArcade()', options, toArcadeNames);
  return writeArcade(readOtc(response, options), options);
}

/** Converts an Open Tool Calling response to MCP's `CallToolResult`. */
export function otcToMcp(response: unknown, options: ConvertOptions & ToMcpOptions = {}): Converted {
  checkNames('otcToMcp()', options, toMcpNames);
  return writeMcp(readOtc(response, options), options);
}

/** Converts Arcade's execute response to an Open Tool Calling response. */
export function arcadeToOtc(response: unknown, options: ConvertOptions = {}): Converted {
  checkNames('arcadeToOtc()', options, optionNames);
  return writeOtc(readArcade(response, options));
}

/** Converts Arcade's execute response to MCP's `CallToolResult`. */
export function arcadeToMcp(response: unknown, options: ConvertOptions & ToMcpOptions = {}): Converted {
  checkNames('arcadeToMcp()', options, toMcpNames);
  return writeMcp(readArcade(response, options), options);
}

/** Converts MCP's `CallToolResult` to an Open Tool Calling response. */
export function mcpToOtc(result: unknown, options: ConvertOptions = {}): Converted {
  checkNames('mcpToOtc()', options, optionNames);
  return writeOtc(readMcp(result, options));
}

/** Converts MCP's `CallToolResult` to Arcade's execute response. */
export function mcpToArcade(result: unknown, options: ConvertOptions & ToArcadeOptions = {}): Converted {
  checkNames('mcpToArcade()', options, toArcadeNames);
  return writeArcade(readMcp(result, options), options);
}
