import { ProtocolError } from '@modelcontextprotocol/client';
import { type Fields, firstText, isObject, readRequirements, recordOf, stringOf } from '@toolwire/internal';
import { failure } from '../cli-error.ts';
import { callTool } from '../mcp/call-tool.ts';
import { IncompatibleServer } from '../mcp/server-errors.ts';
import { type McpSession, openHttpSession, openStdioSession } from '../mcp/session.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import type { CliTool, ProbeResult, Target } from './target.ts';
import { readDetails } from './tool-details.ts';

export async function tryMcp(url: URL, settings: ConnectionSettings): Promise<ProbeResult> {
  try {
    return { isTarget: true, target: await targetOf(await openHttpSession(url, settings), url.href, settings) };
  } catch (thrown) {
    if (!(thrown instanceof IncompatibleServer || thrown instanceof ProtocolError)) throw thrown;
    return { isTarget: false, reason: safeLine(thrown.message) };
  }
}

export async function openStdio(command: readonly string[], settings: ConnectionSettings): Promise<Target> {
  return targetOf(await openStdioSession(command, settings), command.join(' '), settings);
}

async function targetOf(session: McpSession, address: string, settings: ConnectionSettings): Promise<Target> {
  const tools = await listTools(session).catch(async (thrown: unknown) => {
    await session.close();
    throw thrown;
  });
  return {
    wire: 'mcp',
    address,
    serverName: session.serverName,
    tools,
    warnings: [],
    call: (toolCall) => callTool(session, toolCall, settings),
    close: () => session.close(),
  };
}

const maxPages = 1000;

async function listTools(session: McpSession): Promise<readonly CliTool[]> {
  const allTools: CliTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const result = await session.request('tools/list', cursor === undefined ? {} : { cursor });
    const { tools, nextCursor } = recordOf(result);
    if (!Array.isArray(tools)) throw failure('Invalid response to tools/list: `tools` must be an array.');
    // A tool without a name can't be called.
    const named = tools.filter(isObject).filter(({ name }) => firstText(name) !== undefined);
    allTools.push(...named.map(readMcpTool));
    // Some servers send null on the last page.
    cursor = firstText(nextCursor);
    if (cursor === undefined) return allTools;
  }
  throw failure(`The tool listing has more than ${maxPages} pages.`);
}

/** Reads an MCP tool. A toolwire server adds its ID, version and requirements in `_meta`. */
export function readMcpTool(entry: Fields): CliTool {
  const { name, description, inputSchema, outputSchema, _meta: meta } = entry;
  const otcTool = isObject(meta) ? meta['org.opentoolcalling/tool'] : undefined;
  const { id: otcId, version: otcVersion, requirements } = recordOf(otcTool);
  const id = stringOf(otcId) || stringOf(name);
  const version = stringOf(otcVersion);
  const listedRequirements = readRequirements(requirements);
  return {
    toolId: version === '' ? id : `${id}@${version}`,
    id,
    version,
    name: stringOf(name),
    description: stringOf(description),
    inputSchema: isObject(inputSchema) ? inputSchema : { type: 'object' },
    outputSchema: recordOf(outputSchema),
    ...readDetails(entry, 'Hint'),
    ...(listedRequirements !== undefined && { requirements: listedRequirements }),
  };
}
