/** What a server says of a call while it runs. */
export type OnProgress = (progress: Readonly<Record<string, unknown>>) => void;

/** One client's way to an MCP server. */
export interface McpConnection {
  readonly request: (method: string, params: object, onProgress?: OnProgress) => Promise<unknown>;
  readonly notify: (method: string, params: object) => Promise<void>;
  /** What was agreed on, which HTTP repeats with every request. */
  readonly agree: (protocolVersion: string) => void;
  readonly close: () => Promise<void>;
}

/** An error in the words of JSON-RPC. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** What answers at an address is no MCP server. */
export class NoMcpServer extends Error {
  override readonly name = 'NoMcpServer';
}
