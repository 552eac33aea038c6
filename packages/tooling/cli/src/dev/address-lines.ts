import type { ListedTool } from '@toolwire/client';
import { sampleInput, shellWord } from '../command-line/next-step.ts';
import type { Target } from '../target/target.ts';
import { styleOf } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { safeLine } from '../terminal/terminal-text.ts';

export interface Addresses {
  readonly mcpUrl: string | undefined;
  readonly inspectorUrl: string | undefined;
}

interface AddressOptions {
  /** The name of the server in MCP clients. */
  readonly serverName: string;
  readonly isVerbose: boolean;
}

const titleWidth = 9;

/** Returns the block of URLs that `toolwire dev` shows, and with `--verbose` also commands to paste. */
export function addressLines(
  target: Target,
  { mcpUrl, inspectorUrl }: Addresses,
  { serverName, isVerbose }: AddressOptions,
  terminal: Terminal,
): readonly string[] {
  const { green, bold, cyan } = styleOf(terminal);
  const urls = [
    ['Tools', target.address],
    ...(mcpUrl === undefined || mcpUrl === target.address ? [] : [['MCP', mcpUrl]]),
    ...(inspectorUrl === undefined ? [] : [['Inspector', inspectorUrl]]),
    ...(mcpUrl === undefined ? [] : [['Claude', claudeCommand(mcpUrl, serverName)]]),
    ...(isVerbose ? pasteLines(target, mcpUrl, serverName) : []),
  ];
  return urls.map(
    ([title = '', text = '']) => `  ${green('➜')} ${bold(title.padEnd(titleWidth))} ${cyan(safeLine(text))}`,
  );
}

/** The command that adds a server to Claude Code. */
export function claudeCommand(mcpUrl: string, serverName: string): string {
  return `claude mcp add -t http ${serverName} ${mcpUrl}`;
}

// Fits a block of 80 columns, with a port of five digits.
const maxNameLength = 15;

/** The name of a project as MCP clients accept it. */
export function serverNameOf(folderName: string): string {
  return (
    folderName
      .replaceAll(/[^\w-]+/g, '-')
      .slice(0, maxNameLength)
      .replaceAll(/^-+|-+$/g, '') || 'tools'
  );
}

function pasteLines(target: Target, mcpUrl: string | undefined, name: string): readonly (readonly string[])[] {
  const [tool] = target.tools;
  const curl = tool === undefined || target.wire !== 'otc' ? [] : [['curl', curlLine(target.address, tool)]];
  if (mcpUrl === undefined) return curl;
  return [
    ...curl,
    ['Cursor', `${JSON.stringify({ mcpServers: { [name]: { url: mcpUrl } } })} in .cursor/mcp.json`],
    ['MCP CLI', `npx @modelcontextprotocol/inspector --cli ${mcpUrl} --transport http --method tools/list`],
  ];
}

function curlLine(address: string, tool: ListedTool): string {
  const body = JSON.stringify({ request: { tool_id: tool.id, input: sampleInput(tool.inputSchema) } });
  return `curl -s ${address}/tools/call -H 'content-type: application/json' -d ${shellWord(body)}`;
}
