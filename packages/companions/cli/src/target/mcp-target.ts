import { randomUUID } from 'node:crypto';
import type { ListedTool } from '@toolwire/client';
import { isObject } from '@toolwire/internal';
import { connectionError, failure } from '../cli-error.ts';
import { safeLine } from '../safe-text.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { callMcp } from './mcp-call.ts';
import { type McpConnection, NoMcpServer, RpcError } from './mcp-connection.ts';
import { connectHttp } from './mcp-http.ts';
import { readMcpTool } from './mcp-tool.ts';
import type { Target, Tried } from './target.ts';

/** Asks an address for tools by MCP. */
export async function tryMcp(url: URL, settings: ConnectionSettings): Promise<Tried> {
  try {
    return { isTarget: true, target: await open(connectHttp(url, settings), url.href, settings) };
  } catch (thrown) {
    if (!(thrown instanceof NoMcpServer || thrown instanceof RpcError)) throw thrown;
    return { isTarget: false, why: safeLine(thrown.message) };
  }
}

/** Starts a server, and speaks MCP to it over its stdin and stdout. */
export async function openStdio(command: readonly string[], settings: ConnectionSettings): Promise<Target> {
  const { connectStdio } = await import('./mcp-stdio.ts');
  const connection = connectStdio(command, settings);
  try {
    return await open(connection, command.join(' '), settings);
  } catch (thrown) {
    await connection.close();
    throw thrown instanceof RpcError ? connectionError(`${command.join(' ')}: ${thrown.message}`, thrown) : thrown;
  }
}

const protocolVersion = '2025-11-25';
const mostPages = 1000;

async function open(connection: McpConnection, address: string, { note }: ConnectionSettings): Promise<Target> {
  const clientInfo = { name: 'toolwire', version: '0' };
  const agreed = await connection.request('initialize', { protocolVersion, capabilities: {}, clientInfo });
  connection.agree(isObject(agreed) ? String(agreed['protocolVersion']) : protocolVersion);
  await connection.notify('notifications/initialized', {});
  const tools = await listAll(connection);
  return {
    wire: 'mcp',
    address,
    tools,
    warnings: [],
    call: (asked) => callMcp(connection, asked, randomUUID(), note),
    close: () => connection.close(),
  };
}

async function listAll(connection: McpConnection): Promise<readonly ListedTool[]> {
  const found: ListedTool[] = [];
  let cursor: unknown;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await connection.request('tools/list', cursor === undefined ? {} : { cursor });
    const { tools, nextCursor } = isObject(answer) ? answer : {};
    if (!Array.isArray(tools)) throw failure('The server answers tools/list without a list of tools.');
    found.push(...tools.filter(isObject).map(readMcpTool));
    if (nextCursor === undefined) return found;
    cursor = nextCursor;
  }
  throw failure(`The server's listing does not end after ${mostPages} pages.`);
}
