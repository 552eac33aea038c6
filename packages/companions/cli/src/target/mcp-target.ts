import { randomUUID } from 'node:crypto';
import { isObject } from '@toolwire/internal';
import { connectionError, failure } from '../cli-error.ts';
import { safeLine } from '../safe-text.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { callMcp } from './mcp-call.ts';
import { NoMcpServer, RpcError } from './mcp-connection.ts';
import { connectHttp } from './mcp-http.ts';
import { canAnswer, createQuestions } from './mcp-questions.ts';
import { type McpSession, openMcpSession } from './mcp-session.ts';
import { readMcpTool } from './mcp-tool.ts';
import type { CliTool, Target, Tried } from './target.ts';

/** Asks an address for tools by MCP. */
export async function tryMcp(url: URL, settings: ConnectionSettings): Promise<Tried> {
  const answerQuestion = createQuestions(settings);
  try {
    const session = await openMcpSession(connectHttp(url, settings, answerQuestion), canAnswer(settings));
    return { isTarget: true, target: await targetOf(session, url.href, settings) };
  } catch (thrown) {
    if (!(thrown instanceof NoMcpServer || thrown instanceof RpcError)) throw thrown;
    return { isTarget: false, why: safeLine(thrown.message) };
  }
}

/** After this a process may be one that keeps silent about what it does not know; over HTTP each request has an answer. */
const silenceMs = 3_000;

/** Starts a server, and speaks MCP to it over its stdin and stdout. */
export async function openStdio(command: readonly string[], settings: ConnectionSettings): Promise<Target> {
  const { connectStdio } = await import('./mcp-stdio.ts');
  const connection = connectStdio(command, settings, createQuestions(settings));
  try {
    const session = await openMcpSession(connection, canAnswer(settings), silenceMs);
    return await targetOf(session, command.join(' '), settings);
  } catch (thrown) {
    await connection.close();
    throw thrown instanceof RpcError ? connectionError(`${command.join(' ')}: ${thrown.message}`, thrown) : thrown;
  }
}

const mostPages = 1000;

async function targetOf(session: McpSession, address: string, settings: ConnectionSettings): Promise<Target> {
  return {
    wire: 'mcp',
    address,
    serverName: session.serverName,
    tools: await listAll(session),
    warnings: [],
    call: (asked) => callMcp(session, asked, randomUUID(), settings),
    close: () => session.close(),
  };
}

async function listAll(session: McpSession): Promise<readonly CliTool[]> {
  const found: CliTool[] = [];
  let cursor: unknown;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await session.request('tools/list', cursor === undefined ? {} : { cursor });
    const { tools, nextCursor } = isObject(answer) ? answer : {};
    if (!Array.isArray(tools)) throw failure('The server answers tools/list without a list of tools.');
    found.push(...tools.filter(isObject).map(readMcpTool));
    if (nextCursor === undefined) return found;
    cursor = nextCursor;
  }
  throw failure(`The server's listing does not end after ${mostPages} pages.`);
}
