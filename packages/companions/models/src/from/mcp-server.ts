import type { JsonObject, ToolAnnotations, ToolDefinition } from '@toolwire/core';
import { type Fields, isObject, reasonOf, StartUpError } from '@toolwire/internal';
import { checkImportOptions, checkOverrides, type ImportOptions } from './import-options.ts';
import { defineImported, type ImportedTool } from './imported-tool.ts';
import { createMcpConnection, type McpConnection, type McpTransport } from './mcp-connection.ts';
import { readMcpResult } from './mcp-result.ts';

/** A server of the official SDK of MCP: an `McpServer`, or the `Server` below it, of `@modelcontextprotocol/sdk` and `@modelcontextprotocol/server`. */
export interface McpSourceServer {
  connect(transport: McpTransport): Promise<void>;
}

/** The tools of an official MCP server as tools of a server here. It must not be connected elsewhere: an `McpServer` speaks with one client alone. */
export async function fromMcpServer(server: McpSourceServer, options: ImportOptions = {}): Promise<ToolDefinition[]> {
  checkImportOptions('fromMcpServer()', options);
  const connection = createMcpConnection();
  const tools = await connectAndList(server, connection);
  checkOverrides(
    'fromMcpServer()',
    options,
    tools.map(({ name }) => name),
  );
  return defineImported(
    'fromMcpServer()',
    tools.map((tool) => importTool(tool, connection)),
    options,
  );
}

interface Listed extends Fields {
  readonly name: string;
}

async function connectAndList(server: McpSourceServer, connection: McpConnection): Promise<readonly Listed[]> {
  try {
    await server.connect(connection.transport);
    const clientInfo = { name: 'toolwire', version: '1.0.0' };
    const opening = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    await connection.request('initialize', opening);
    connection.notify('notifications/initialized');
    return await listAll(connection);
  } catch (thrown) {
    throw new StartUpError(
      'TW_MCP_SERVER',
      `The server of fromMcpServer() does not list its tools: ${reasonOf(thrown, 'it threw no error')}. Register its tools first, and give it a server that is connected nowhere else.`,
      { cause: thrown },
    );
  }
}

async function listAll(connection: McpConnection): Promise<readonly Listed[]> {
  const tools: Listed[] = [];
  let cursor: unknown;
  do {
    const page = await connection.request('tools/list', cursor === undefined ? {} : { cursor });
    if (Array.isArray(page['tools'])) tools.push(...page['tools'].filter(isListed));
    cursor = page['nextCursor'];
  } while (cursor !== undefined);
  return tools;
}

function isListed(tool: unknown): tool is Listed {
  return isObject(tool) && typeof tool['name'] === 'string';
}

function importTool(tool: Listed, connection: McpConnection): ImportedTool {
  const { name, title, description, inputSchema, outputSchema, annotations, icons, execution, _meta: meta } = tool;
  if (isObject(execution) && execution['taskSupport'] === 'required') {
    throw new StartUpError(
      'TW_TOOL_RUN',
      `Tool '${name}' of fromMcpServer() runs only as a task of its server. Register it without tasks, or leave it out of this server.`,
    );
  }
  const hints = isObject(annotations) ? annotations : {};
  const shownTitle = title ?? hints['title'];
  const given = outputSchema !== undefined;
  return {
    name,
    description: typeof description === 'string' ? description : undefined,
    ...(typeof shownTitle === 'string' && { title: shownTitle }),
    ...(isObject(inputSchema) && { input: inputSchema }),
    ...(isObject(outputSchema) && { output: outputSchema }),
    ...(annotations !== undefined && { annotations: annotationsOf(hints) }),
    ...(Array.isArray(icons) && { icons }),
    ...(isObject(meta) && { meta: meta as JsonObject }),
    async run(input, { signal, progress }) {
      const onProgress = ({ progress: done, total, message }: Fields): void =>
        progress(
          Number(done),
          typeof total === 'number' ? total : undefined,
          typeof message === 'string' ? message : undefined,
        );
      const result = await connection.request('tools/call', { name, arguments: input }, { signal, onProgress });
      return readMcpResult(result, given);
    },
  };
}

function annotationsOf(hints: Fields): ToolAnnotations {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = hints;
  return {
    ...(typeof readOnlyHint === 'boolean' && { readOnly: readOnlyHint }),
    ...(typeof destructiveHint === 'boolean' && { destructive: destructiveHint }),
    ...(typeof idempotentHint === 'boolean' && { idempotent: idempotentHint }),
    ...(typeof openWorldHint === 'boolean' && { openWorld: openWorldHint }),
  };
}
