import type { ListedTool } from '@toolwire/client';
import type { Target } from '../target/target.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import { sampleInput } from './sample-input.ts';

interface Addresses {
  readonly mcpUrl: string | undefined;
  readonly inspectorUrl: string | undefined;
}

/** Returns the inspector URL, a curl command, and the configuration for MCP clients. */
export function addressLines(target: Target, { mcpUrl, inspectorUrl }: Addresses, name: string): readonly string[] {
  const [tool] = target.tools;
  const calls = tool === undefined || target.wire !== 'otc' ? [] : [['curl', curlLine(target.address, tool)]];
  const page = inspectorUrl === undefined ? [] : [['inspector', inspectorUrl]];
  const clients =
    mcpUrl === undefined
      ? []
      : [
          ['Claude Code', `claude mcp add --transport http ${name} ${mcpUrl}`],
          ['Cursor', `${JSON.stringify({ mcpServers: { [name]: { url: mcpUrl } } })} in .cursor/mcp.json`],
          ['MCP CLI', `npx @modelcontextprotocol/inspector --cli ${mcpUrl} --transport http --method tools/list`],
        ];
  return [...page, ...calls, ...clients].map(([title = '', text = '']) => `  ${title.padEnd(11)}  ${safeLine(text)}`);
}

function curlLine(address: string, tool: ListedTool): string {
  const body = JSON.stringify({ request: { tool_id: tool.id, input: sampleInput(tool.inputSchema) } });
  const quoted = `'${body.replaceAll("'", String.raw`'\''`)}'`;
  return `curl -s ${address}/tools/call -H 'content-type: application/json' -d ${quoted}`;
}
