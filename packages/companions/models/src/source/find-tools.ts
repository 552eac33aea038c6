import { isObject, reasonOf, StartUpError } from '@toolwire/internal';
import type { ToolCaller } from '../calls/tool-result.ts';
import type { ModelTool } from '../offer/model-tool.ts';
import type {
  CallableTools,
  ModelToolList,
  SourceClient,
  SourceMcpClient,
  SourceServer,
  ToolListing,
} from './model-tool-source.ts';

/** Tools, and what calls them. */
export interface FoundTools {
  readonly tools: readonly ModelTool[];
  readonly caller: ToolCaller;
}

/** Finds the tools that are to be handed to models, all pages of them, and who calls them; `of` says for whom. */
export async function findTools(
  of: string,
  source: ModelToolList,
  caller: ToolCaller | undefined,
): Promise<FoundTools> {
  const found = await find(of, source, caller !== undefined);
  const called = caller ?? found.caller;
  if (called !== undefined) return { tools: found.tools, caller: called };
  throw new StartUpError(
    'TW_TOOLS_SOURCE',
    `${of} got tools that are listed, and nobody who calls them. Give the client alone, which lists them itself, or name who calls: ${shown(of, 'tools, client')}`,
  );
}

interface Found extends Pick<FoundTools, 'tools'> {
  readonly caller?: ToolCaller;
}

async function find(of: string, source: ModelToolList, isCalledByAnother: boolean): Promise<Found> {
  if (isListed(source, isCalledByAnother)) return { tools: source };
  if (isList(source)) {
    const { serveTools } = await import('./local-tools.ts');
    return serverTools(await serveTools(of, source));
  }
  if (isMcpClient(source)) {
    const { callerOfMcpClient, listMcpTools } = await import('./mcp-client.ts');
    return { tools: await listing(of, () => listMcpTools(source)), caller: callerOfMcpClient(source) };
  }
  if (isClient(source)) {
    return { tools: toolsOf(of, await listing(of, () => source.list())), caller: source };
  }
  if (isListing(source)) return { tools: toolsOf(of, source) };
  if (isServer(source)) return serverTools(source);
  if (isObject(source) && Array.isArray(source['tools'])) return callable(source);
  throw new StartUpError(
    'TW_TOOLS_SOURCE',
    `${of} got nothing that has tools. Give a client, such as createClient({ url }), a server, such as toolwire({ tools }), a list of tools, or a connected MCP client: ${shown(of, 'client')}`,
  );
}

function serverTools(server: SourceServer): FoundTools {
  const caller: ToolCaller = async (...asked) => {
    const { callServer } = await import('./server-caller.ts');
    return callServer(server, asked);
  };
  return { tools: server.tools, caller };
}

/** Asks for a list; whoever cannot give one says why. */
async function listing<List>(of: string, list: () => Promise<List>): Promise<List> {
  try {
    return await list();
  } catch (thrown) {
    throw unlisted(of, reasonOf(thrown, 'it threw no error'), thrown);
  }
}

function toolsOf(of: string, listed: ToolListing): readonly ModelTool[] {
  if (listed.kind === 'listed') return listed.tools;
  throw unlisted(of, listed.message, listed);
}

function unlisted(of: string, reason: string, cause: unknown): StartUpError {
  return new StartUpError(
    'TW_TOOLS_UNLISTED',
    `${of} could not list the tools: ${reason.replace(/\.$/, '')}. See that their server runs where its client looks for it, and lets that client in`,
    { cause },
  );
}

function shown(of: string, given: string): string {
  return of.replace('()', `(${given})`);
}

function callable({ tools, call }: CallableTools): Found {
  return { tools, ...(typeof call === 'function' && { caller: call }) };
}

/** Whether they are listed: what is only defined has no schema yet. A list without any needs no server where another calls. */
function isListed(source: ModelToolList, isCalledByAnother: boolean): source is readonly ModelTool[] {
  if (!isList(source) || (source.length === 0 && !isCalledByAnother)) return false;
  return source.every((one) => isObject(one) && 'inputSchema' in one);
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
