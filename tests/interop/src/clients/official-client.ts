/** Where a server is to be found. */
export type ServerPlace =
  | { readonly kind: 'http'; readonly url: string }
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] };

/** How a call goes on. */
interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: number, total: number | undefined) => void;
}

/** A result as clients hand it out. */
export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text?: string | undefined }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

/** A tool as clients list it. */
interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
}

/** A client that is connected. */
export interface ConnectedClient {
  /** The negotiated version. */
  readonly revision: string | undefined;
  readonly serverName: string | undefined;
  listTools(): Promise<readonly ListedTool[]>;
  callTool(name: string, input?: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>;
  /** The text of a resource. */
  readText(uri: string): Promise<unknown>;
  /** The URIs of the listed resources. */
  listResources(): Promise<readonly string[]>;
  /** The names of the listed prompts. */
  listPrompts(): Promise<readonly string[]>;
  /** Listens for changes of the lists from when it resolves. */
  onListsChanged(listener: (list: 'tools' | 'resources' | 'prompts') => void): Promise<void>;
  close(): Promise<void>;
}

/** One of the official clients, in one of its ways to connect. */
export interface OfficialClient {
  readonly name: string;
  readonly era: 'legacy' | 'modern';
  /** Fills every form that is asked for with this name, and answers what else tools can ask. */
  connect(place: ServerPlace, userName?: string): Promise<ConnectedClient>;
}
