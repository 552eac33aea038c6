import type * as McpClient from '@modelcontextprotocol/client';
import type { CallToolResult, Client, ContentBlock, RequestOptions, Tool } from '@modelcontextprotocol/client';
import {
  type ContentBlock as CoreBlock,
  type Icon,
  type JsonObject,
  type ToolAnnotations,
  type ToolDefinition,
  withContent,
} from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { isObject, maxTimerMs, reasonOf, StartupError, withoutUndefined } from '@toolwire/internal';
import {
  checkImportOptions,
  checkOverrides,
  defineImported,
  type ImportedTool,
  type ImportOptions,
} from './imported-tool.ts';

/** Returns the tools of an official MCP server as tool definitions. It connects to the server with `@modelcontextprotocol/client`; an `McpServer` serves one client only. */
export async function fromMcpServer(server: McpSourceServer, options: ImportOptions = {}): Promise<ToolDefinition[]> {
  checkImportOptions('fromMcpServer()', options);
  const { client, tools } = await connectToServer(server);
  checkOverrides(
    'fromMcpServer()',
    options,
    tools.map(({ name }) => name),
  );
  return defineImported(
    'fromMcpServer()',
    tools.map((tool) => importTool(tool, client)),
    options,
  );
}

function importTool(tool: Tool, client: Client): ImportedTool {
  const { name, title, description, inputSchema, outputSchema, annotations, icons, execution, _meta: meta } = tool;
  if (execution?.taskSupport === 'required') {
    throw new StartupError(
      'TW_TOOL_RUN',
      `Tool '${name}' of fromMcpServer() can run only as an MCP task, because its taskSupport is 'required'. Register it without that setting, or remove it from this server.`,
    );
  }
  return {
    name,
    description,
    input: inputSchema,
    ...withoutUndefined({
      title: title ?? annotations?.title,
      output: outputSchema,
      annotations: annotations && annotationsOf(annotations),
      icons: icons?.map(iconOf),
      meta: meta as JsonObject | undefined,
    }),
    async run(input, { signal, progress }) {
      const options: RequestOptions = {
        signal,
        onprogress: ({ progress: done, total, message }) => progress(done, total, message),
        // The limits of the tool apply, not those of the client.
        timeout: maxTimerMs,
      };
      const call = { method: 'tools/call', params: { name, arguments: { ...(isObject(input) && input) } } } as const;
      // Not with `callTool()`, which would validate the output a second time.
      return readResult(await client.request(call, options), outputSchema !== undefined);
    },
  };
}

function annotationsOf({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint,
}: NonNullable<Tool['annotations']>): ToolAnnotations {
  return withoutUndefined({
    readOnly: readOnlyHint,
    destructive: destructiveHint,
    idempotent: idempotentHint,
    openWorld: openWorldHint,
  });
}

function iconOf({ src, mimeType, sizes, theme }: NonNullable<Tool['icons']>[number]): Icon {
  return withoutUndefined({ src, mimeType, sizes, theme });
}

/** Returns the structured content with its author's blocks if the tool has an output schema for it, otherwise its text or its blocks. */
function readResult({ content, structuredContent, isError }: CallToolResult, hasOutput: boolean): unknown {
  if (isError === true) throw new ToolError(textOf(content) || 'The tool failed without a message.');
  const only = content.length === 1 ? content[0] : undefined;
  if (!hasOutput) return only?.type === 'text' && isPlain(only) ? only.text : { content };
  const isCopy = only?.type === 'text' && only.text === JSON.stringify(structuredContent);
  if (content.length === 0 || isCopy) return structuredContent;
  // The types differ only in properties that are `undefined`, which JSON doesn't have.
  return withContent(structuredContent, ...(content as CoreBlock[]));
}

function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** Whether a text block has no annotations or other fields besides its type and text. */
function isPlain(block: ContentBlock): boolean {
  return Object.keys(block).length === 2;
}

/** A server of the official MCP SDK that isn't connected: an `McpServer` or a `Server` of either major version. */
export interface McpSourceServer {
  connect(transport: object): Promise<void>;
}

/** A client of a server, and the tools of the server. */
interface Connected {
  readonly client: Client;
  readonly tools: readonly Tool[];
}

/** Connects to a server in this process, and lists its tools. */
async function connectToServer(server: McpSourceServer): Promise<Connected> {
  const { Client, InMemoryTransport } = await loadMcpClient();
  try {
    const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
    await server.connect(serverTransport);
    // Strict, because a server without tools would return an empty list instead of an error.
    const client = new Client({ name: 'toolwire', version: '1.0.0' }, { enforceStrictCapabilities: true });
    await client.connect(clientTransport);
    const { tools } = await client.listTools();
    return { client, tools };
  } catch (thrown) {
    throw new StartupError(
      'TW_MCP_SERVER',
      `The server of fromMcpServer() does not list its tools: ${reasonOf(thrown, 'it threw no error')}. Register its tools first, and pass a server that is not connected yet.`,
      { cause: thrown },
    );
  }
}

async function loadMcpClient(): Promise<typeof McpClient> {
  // In a variable, because bundlers reject the literal name of a package that isn't installed.
  const name = '@modelcontextprotocol/client';
  let cause: unknown;
  const loaded: unknown = await import(name).catch((thrown: unknown) => {
    cause = thrown;
  });
  if (isMcpClient(loaded)) return loaded;
  throw new StartupError(
    'TW_MCP_SERVER',
    'fromMcpServer() needs the package @modelcontextprotocol/client, which could not be loaded. Run: npm install @modelcontextprotocol/client',
    { cause },
  );
}

function isMcpClient(loaded: unknown): loaded is typeof McpClient {
  return (
    isObject(loaded) && typeof loaded['Client'] === 'function' && typeof loaded['InMemoryTransport'] === 'function'
  );
}
