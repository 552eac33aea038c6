import type { Call, Outcome, ToolDefinition, Toolkit } from '@toolwire/core';
import type { CallingClient, CallTool, ToolCaller } from '../calls/tool-result.ts';
import type { ModelTool } from '../offer/model-tool.ts';

/** The tools of a server, or why they cannot be told: what `list` of `@toolwire/client` gives fits. */
export type ToolListing =
  | { readonly kind: 'listed'; readonly tools: readonly ModelTool[] }
  | { readonly kind: 'refused'; readonly message: string };

/** A client that lists tools and calls them, typed or not: one of `@toolwire/client` fits. */
export interface SourceClient extends CallingClient {
  list(): Promise<ToolListing>;
}

/** A server in this process: one of `toolwire` or of `@toolwire/server` fits. */
export interface SourceServer {
  readonly tools: readonly ModelTool[];
  readonly handle: unknown;
  readonly call: (call: Call) => Promise<Outcome>;
}

/** A connected client of the official SDK of MCP, of either major. */
export interface SourceMcpClient {
  listTools(params?: { cursor?: string }): Promise<McpToolPage>;
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    schemaOrOptions?: object,
    options?: object,
  ): Promise<object>;
}

/** A part of the tools of an MCP server. */
export interface McpToolPage {
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

/** Tools with what calls them, such as a recording of `openCassette`. */
export interface CallableTools {
  readonly tools: readonly ModelTool[];
  readonly call: CallTool;
}

/** Where tools come from together with what calls them; a list is one of tools that are defined in this program. */
export type ModelToolSource =
  | SourceClient
  | SourceServer
  | SourceMcpClient
  | CallableTools
  | readonly (ToolDefinition | Toolkit)[];

/** Where tools come from that another calls. */
export type ModelToolList = ModelToolSource | ToolListing | readonly ModelTool[];

/** What a function that hands tools to models is given: where they come from, perhaps who calls them, and options. */
export type Given<Options> = readonly [
  source: ModelToolList,
  callerOrOptions?: ToolCaller | Options | undefined,
  options?: Options | undefined,
];
