import { CliError } from '../cli-error.ts';
import { type Arguments, withWire } from '../command-line/command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type ConnectionSettings, connectionSettings } from './connection-settings.ts';
import { openTarget, withTarget } from './find-target.ts';
import type { CliTool, Target } from './target.ts';
import { isMcpUrl, isUrl, readUrl } from './target-url.ts';
import { detailsOf, withDetails } from './tool-details.ts';

/** Opens a target, over MCP if it supports that and no other protocol was chosen. */
export async function openPreferringMcp(
  operand: string | undefined,
  args: Arguments,
  settings: ConnectionSettings,
): Promise<Target> {
  if (operand === undefined || !isUrl(operand) || args.value('wire') !== undefined) {
    return openTarget(operand, args, settings);
  }
  try {
    return await openTarget(operand, withWire(args, 'mcp'), settings);
  } catch (thrown) {
    settings.signal.throwIfAborted();
    // The server has no MCP, needs other credentials for it, or is down. The next attempt reports which.
    if (thrown instanceof CliError) return openTarget(operand, args, settings);
    throw thrown;
  }
}

/** Whether a URL ends with /mcp, and no other protocol was chosen. */
export function isAtMcp(operand: string, args: Arguments): boolean {
  return (args.value('wire') ?? 'mcp') === 'mcp' && isUrl(operand) && isMcpUrl(readUrl(operand));
}

/** Returns the tools with their titles and annotations, which Open Tool Calling lacks. They are read from the MCP endpoint of the same server. */
export async function withMcpDetails(target: Target, args: Arguments, terminal: Terminal): Promise<readonly CliTool[]> {
  if (target.wire !== 'otc' || !isUrl(target.address)) return target.tools;
  // Only requests of Open Tool Calling are signed, so MCP would be refused.
  if (connectionSettings(args, terminal).jwtSecret !== undefined) return target.tools;
  try {
    const mcpTools = await withTarget(target.address, withWire(args, 'mcp'), terminal, ({ tools }) =>
      Promise.resolve(tools),
    );
    return withDetails(target.tools, new Map(mcpTools.map((tool) => [tool.toolId, detailsOf(tool)])));
  } catch (thrown) {
    terminal.signal.throwIfAborted();
    // The server supports Open Tool Calling only, so the details stay unknown.
    if (thrown instanceof CliError) return target.tools;
    throw thrown;
  }
}
