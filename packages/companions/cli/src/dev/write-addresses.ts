import type { ListedTool } from '@toolwire/client';
import { safeLine } from '../safe-text.ts';
import type { Target } from '../target/target.ts';
import { sampleInput } from './sample-input.ts';

/** Where else a program can be reached, as far as it is known. */
interface Addresses {
  readonly mcpUrl: string | undefined;
  readonly inspectorUrl: string | undefined;
}

/** The page of the inspector, and lines to paste elsewhere: a call by curl, and what hosts of MCP are told. */
export function writeAddresses(target: Target, { mcpUrl, inspectorUrl }: Addresses, name: string): readonly string[] {
  const [tool] = target.tools;
  const calls = tool === undefined || target.wire !== 'otc' ? [] : [['curl', curlLine(target.address, tool)]];
  const page = inspectorUrl === undefined ? [] : [['page', inspectorUrl]];
  const hosts =
    mcpUrl === undefined
      ? []
      : [
          ['Claude Code', `claude mcp add --transport http ${name} ${mcpUrl}`],
          ['Cursor', `${JSON.stringify({ mcpServers: { [name]: { url: mcpUrl } } })} in .cursor/mcp.json`],
          ['inspector', `npx @modelcontextprotocol/inspector --cli ${mcpUrl} --transport http --method tools/list`],
        ];
  return [...page, ...calls, ...hosts].map(([title = '', text = '']) => `  ${title.padEnd(11)}  ${safeLine(text)}`);
}

function curlLine(address: string, tool: ListedTool): string {
  const body = JSON.stringify({ request: { tool_id: tool.id, input: sampleInput(tool.inputSchema) } });
  const quoted = `'${body.replaceAll("'", String.raw`'\''`)}'`;
  return `curl -s ${address}/tools/call -H 'content-type: application/json' -d ${quoted}`;
}
