import { isObject, reasonOf, StartUpError } from '@toolwire/internal';
import type { ModelTool } from '../adapt/model-tool.ts';
import type { ToolCaller } from '../calls/tool-result.ts';
import type {
  CallableTools,
  ModelToolList,
  SourceClient,
  SourceMcpClient,
  SourceServer,
  ToolListing,
} from './model-tool-source.ts';

/** Tools with their caller. */
export interface FoundTools {
  readonly tools: readonly ModelTool[];
  readonly caller: ToolCaller;
}

/** Returns all tools of a source, and their caller. `functionName` names the calling function in errors. */
export async function findTools(
  functionName: string,
  source: ModelToolList,
  caller: ToolCaller | undefined,
): Promise<FoundTools> {
  const found = await find(functionName, source, caller !== undefined);
  const resolvedCaller = caller ?? found.caller;
  if (resolvedCaller !== undefined) return { tools: found.tools, caller: resolvedCaller };
  throw new StartUpError(
    'TW_TOOLS_SOURCE',
    `${functionName} received a list of tools, but no client to call them with. Pass only the client, or the list and the client: ${exampleCall(functionName, 'tools, client')}`,
  );
}

interface Found extends Pick<FoundTools, 'tools'> {
  readonly caller?: ToolCaller;
}

async function find(functionName: string, source: ModelToolList, hasCaller: boolean): Promise<Found> {
  if (isListed(source, hasCaller)) return { tools: source };
  if (isList(source)) {
    const { serveTools } = await import('./local-tools.ts');
    return serverTools(await serveTools(functionName, source));
  }
  if (isMcpClient(source)) {
    const { callerOfMcpClient, listMcpTools } = await import('./mcp-client.ts');
    return { tools: await listOrThrow(functionName, () => listMcpTools(source)), caller: callerOfMcpClient(source) };
  }
  if (isClient(source)) {
    return { tools: toolsOf(functionName, await listOrThrow(functionName, () => source.list())), caller: source };
  }
  if (isListing(source)) return { tools: toolsOf(functionName, source) };
  if (isServer(source)) return serverTools(source);
  if (isObject(source) && Array.isArray(source['tools'])) return fromCallable(source);
  throw new StartUpError(
    'TW_TOOLS_SOURCE',
    `${functionName} received no source of tools. Pass a client such as createClient({ url }), a server such as toolwire({ tools }), a list of tools, or a connected MCP client: ${exampleCall(functionName, 'client')}`,
  );
}

function serverTools(server: SourceServer): FoundTools {
  const caller: ToolCaller = async (...call) => {
    const { callServer } = await import('./server-caller.ts');
    return callServer(server, call);
  };
  return { tools: server.tools, caller };
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

function listingError(functionName: string, reason: string, cause: unknown): StartUpError {
  return new StartUpError(
    'TW_TOOLS_UNLISTED',
    `${functionName} could not list the tools: ${reason.replace(/\.$/, '')}. Check that the server is running, and the client's url and credentials`,
    { cause },
  );
}

function exampleCall(functionName: string, args: string): string {
  return functionName.replace('()', `(${args})`);
}

function fromCallable({ tools, call }: CallableTools): Found {
  return { tools, ...(typeof call === 'function' && { caller: call }) };
}

/** Whether the tools are listed, unlike definitions, which have no `inputSchema`. An empty list with a caller needs no server. */
function isListed(source: ModelToolList, hasCaller: boolean): source is readonly ModelTool[] {
  if (!isList(source) || (source.length === 0 && !hasCaller)) return false;
  return source.every((tool) => isObject(tool) && 'inputSchema' in tool);
}

function isList(source: ModelToolList): source is Extract<ModelToolList, readonly unknown[]> {
  return Array.isArray(source);
}

function isMcpClient(source: ModelToolList): source is SourceMcpClient {
  return hasFunctions(source, 'listTools', 'callTool');
}

function isClient(source: ModelToolList): source is SourceClient {
  return hasFunctions(source, 'list', 'call');
}

function isServer(source: ModelToolList): source is SourceServer {
  return hasFunctions(source, 'handle', 'call');
}

function isListing(source: ModelToolList): source is ToolListing {
  return isObject(source) && (source['kind'] === 'listed' || source['kind'] === 'refused');
}

function hasFunctions(source: unknown, ...names: readonly string[]): boolean {
  return isObject(source) && names.every((name) => typeof source[name] === 'function');
}
