import { checkNames, type NamesOf } from '@toolwire/internal';
import { readArcadeResponse, type ToArcadeOptions, writeArcadeResponse } from './arcade-response.ts';
import { readOtcResponse, writeOtcResponse } from './otc-response.ts';
import { readMcpResult } from './read-mcp-result.ts';
import type { Converted, ConvertOptions } from './read-result.ts';
import { type ToMcpOptions, writeMcpResult } from './write-mcp-result.ts';

const optionNames: NamesOf<ConvertOptions> = { tool: true, callId: true, extras: true };
const toMcpNames: NamesOf<ConvertOptions & ToMcpOptions> = { ...optionNames, revision: true };
const toArcadeNames: NamesOf<ConvertOptions & ToArcadeOptions> = {
  ...optionNames,
  profile: true,
  wrapLists: true,
};

/** Converts an Open Tool Calling response to Arcade's execute response. */
export function otcToArcade(response: unknown, options: ConvertOptions & ToArcadeOptions = {}): Converted {
  checkNames('otcToArcade()', options, toArcadeNames);
  return writeArcadeResponse(readOtcResponse(response, options), options);
}

/** Converts an Open Tool Calling response to MCP's `CallToolResult`. */
export function otcToMcp(response: unknown, options: ConvertOptions & ToMcpOptions = {}): Converted {
  checkNames('otcToMcp()', options, toMcpNames);
  return writeMcpResult(readOtcResponse(response, options), options);
}

/** Converts Arcade's execute response to an Open Tool Calling response. */
export function arcadeToOtc(response: unknown, options: ConvertOptions = {}): Converted {
  checkNames('arcadeToOtc()', options, optionNames);
  return writeOtcResponse(readArcadeResponse(response, options));
}

/** Converts Arcade's execute response to MCP's `CallToolResult`. */
export function arcadeToMcp(response: unknown, options: ConvertOptions & ToMcpOptions = {}): Converted {
  checkNames('arcadeToMcp()', options, toMcpNames);
  return writeMcpResult(readArcadeResponse(response, options), options);
}

/** Converts MCP's `CallToolResult` to an Open Tool Calling response. */
export function mcpToOtc(result: unknown, options: ConvertOptions = {}): Converted {
  checkNames('mcpToOtc()', options, optionNames);
  return writeOtcResponse(readMcpResult(result, options));
}

/** Converts MCP's `CallToolResult` to Arcade's execute response. */
export function mcpToArcade(result: unknown, options: ConvertOptions & ToArcadeOptions = {}): Converted {
  checkNames('mcpToArcade()', options, toArcadeNames);
  return writeArcadeResponse(readMcpResult(result, options), options);
}
