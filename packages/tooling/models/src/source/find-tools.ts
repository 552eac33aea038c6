import { isObject, reasonOf, StartupError } from '@toolwire/internal';
import type { ModelTool } from '../adapt/model-tool.ts';
import type { CallTool } from '../calls/tool-caller.ts';
import type {
  CallableTools,
  ModelToolSource,
  SourceClient,
  SourceMcpClient,
  SourceServer,
  ToolListing,
} from './model-tool-source.ts';

/** Tools with their caller. */
interface SourceTools {
  readonly tools: readonly ModelTool[];
  readonly call: CallTool;
}

/** Returns all tools of a source, and their caller. `functionName` names the calling function in errors. */
export async function findTools(functionName: string, source: ModelToolSource): Promise<SourceTools> {
  if (isList(source)) {
    const { serveTools } = await import('./local-tools.ts');
    return serverTools(await serveTools(functionName, source));
  }
  if (isMcpClient(source)) {
    const { callerOfMcpClient, listMcpTools } = await import('./mcp-client.ts');
    return { tools: await listOrThrow(functionName, () => listMcpTools(source)), call: callerOfMcpClient(source) };
  }
  if (isClient(source)) {
    const listing = await listOrThrow(functionName, () => source.list());
    return { tools: toolsOf(functionName, listing), call: (...call) => source.call(...call) };
  }
  if (isServer(source)) return serverTools(source);
  if (isCallable(source)) return { tools: source.tools, call: (...call) => source.call(...call) };
  throw new StartupError(
    'TW_TOOLS_SOURCE',
    `${functionName} received no source of tools. Pass a client such as createClient({ url }), a server such as toolwire({ tools }), a list of tools, tools with their caller such as { tools, call }, or a connected MCP client: ${functionName.replace('()', '(client)')}`,
  );
}

function serverTools(server: SourceServer): SourceTools {
  return {
    tools: server.tools,
    async call(...call) {
      const { callServer } = await import('./server-caller.ts');
      return callServer(server, call);
    },
  };
}

async function listOrThrow<List>(functionName: string, list: () => Promise<List>): Promise<List> {
  try {
    return await list();
  } catch (thrown) {
    throw listingError(functionName, reasonOf(thrown, 'it threw no error'), thrown);
  }
}

function toolsOf(functionName: string, listing: ToolListing): readonly ModelTool[] {
  if (listing.kind === 'listed') return listing.tools;
  throw listingError(functionName, listing.message, listing);
}

function listingError(functionName: string, reason: string, cause: unknown): StartupError {
  return new StartupError(
    'TW_TOOLS_UNLISTED',
    `${functionName} could not list the tools: ${reason.replace(/\.$/, '')}. Check that the server is running, and the client's url and credentials`,
    { cause },
  );
}

function isList(source: ModelToolSource): source is Extract<ModelToolSource, readonly unknown[]> {
  return Array.isArray(source);
}

function isMcpClient(source: ModelToolSource): source is SourceMcpClient {
  return hasFunctions(source, 'listTools', 'callTool');
}

function isClient(source: ModelToolSource): source is SourceClient {
  return hasFunctions(source, 'list', 'call');
}

function isServer(source: ModelToolSource): source is SourceServer {
  return hasFunctions(source, 'handle', 'call');
}

function isCallable(source: ModelToolSource): source is CallableTools {
  return hasFunctions(source, 'call') && 'tools' in source && Array.isArray(source.tools);
}

function hasFunctions(source: unknown, ...names: readonly string[]): boolean {
  return isObject(source) && names.every((name) => typeof source[name] === 'function');
}
