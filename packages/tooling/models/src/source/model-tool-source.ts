import type { Call, Outcome, ToolDefinition, Toolkit } from '@toolwire/core';
import type { ModelTool } from '../adapt/model-tool.ts';
import type { ToolClient } from '../calls/tool-caller.ts';

/** The tools of a server, or why they could not be listed: the result of `list` of `@toolwire/client`. */
export type ToolListing =
  | { readonly kind: 'listed'; readonly tools: readonly ModelTool[] }
  | { readonly kind: 'refused'; readonly message: string };

/** A client that lists and calls tools, such as a client of `@toolwire/client`. */
export interface SourceClient extends ToolClient {
  list(): Promise<ToolListing>;
}

/** A server in this process, of `toolwire` or `@toolwire/server`. */
export interface SourceServer {
  readonly tools: readonly ModelTool[];
  readonly handle: unknown;
  readonly call: (call: Call) => Promise<Outcome>;
}

/** A connected client of the official MCP SDK, of either major version. */
export interface SourceMcpClient {
  listTools(params?: { cursor?: string }): Promise<McpToolPage>;
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    schemaOrOptions?: object,
    options?: object,
  ): Promise<object>;
}

/** A page of the tools of an MCP server. */
interface McpToolPage {
  readonly tools: readonly McpListedTool[];
  readonly nextCursor?: string | undefined;
}

/** A tool as an MCP server lists it. */
export interface McpListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
  readonly annotations?:
    | { readonly title?: string | undefined; readonly destructiveHint?: boolean | undefined }
    | undefined;
}

/** Tools with their caller, such as `{ tools: server.tools, call: createCaller(server, { userId }) }`, or a recording of `openCassette`. */
export interface CallableTools extends ToolClient {
  readonly tools: readonly ModelTool[];
}

/** A source of tools that also calls them. A list contains tools that are defined in this process. */
export type ModelToolSource =
  | SourceClient
  | SourceServer
  | SourceMcpClient
  | CallableTools
  | readonly (ToolDefinition | Toolkit)[];
