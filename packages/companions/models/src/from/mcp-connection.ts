import { type Fields, isObject } from '@toolwire/internal';

/** What carries the messages between a server of the official SDK and us, without a process or a socket between. */
export interface McpTransport {
  start(): Promise<void>;
  send(message: object): Promise<void>;
  close(): Promise<void>;
  onmessage?(message: object): void;
  onclose?(): void;
  onerror?(error: Error): void;
}

/** A connection to a server in this process. */
export interface McpConnection {
  /** The server's end of it. */
  readonly transport: McpTransport;
  /** Asks the server, and gives its result; an error of its is thrown. */
  request(method: string, params: object, options?: McpRequestOptions): Promise<Fields>;
  notify(method: string, params?: object): void;
}

interface McpRequestOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (params: Fields) => void;
}

/** A server's answer that a request is none that it can serve. */
class McpAnswerError extends Error {}

interface Waiting {
  readonly resolve: (result: Fields) => void;
  readonly reject: (reason: unknown) => void;
  readonly onProgress: ((params: Fields) => void) | undefined;
}

/** Makes a connection, whose end goes to `server.connect()`. */
export function createMcpConnection(): McpConnection {
  const waiting = new Map<unknown, Waiting>();
  let lastId = 0;
  const transport: McpTransport = {
    start: async () => undefined,
    async send(message) {
      receive(message);
    },
    async close() {
      for (const { reject } of waiting.values()) reject(new McpAnswerError('The server has closed the connection.'));
      waiting.clear();
      transport.onclose?.();
    },
  };
  const tell = (message: object): void => transport.onmessage?.({ jsonrpc: '2.0', ...message });

  const receive = (message: object): void => {
    if (!isObject(message)) return;
    const { id, method, params, result, error } = message;
    if (method === undefined) {
      const asked = waiting.get(id);
      if (isObject(result)) asked?.resolve(result);
      else asked?.reject(new McpAnswerError(isObject(error) ? String(error['message']) : 'The server gave no result.'));
    } else if (method === 'notifications/progress' && isObject(params)) {
      waiting.get(params['progressToken'])?.onProgress?.(params);
    } else if (id !== undefined) {
      // Nothing was declared that a server could ask for, a sign of life aside.
      tell(method === 'ping' ? { id, result: {} } : { id, error: { code: -32_601, message: 'Not known here' } });
    }
  };

  return {
    transport,
    notify: (method, params) => tell({ method, ...(params && { params }) }),
    async request(method, params, { signal, onProgress } = {}) {
      lastId += 1;
      const id = lastId;
      const cancel = (): void => {
        tell({ method: 'notifications/cancelled', params: { requestId: id, reason: 'The caller has left' } });
        waiting.get(id)?.reject(signal?.reason);
      };
      try {
        return await new Promise<Fields>((resolve, reject) => {
          waiting.set(id, { resolve, reject, onProgress });
          signal?.addEventListener('abort', cancel);
          const meta = onProgress && { _meta: { progressToken: id } };
          tell({ id, method, params: { ...params, ...meta } });
        });
      } finally {
        waiting.delete(id);
        signal?.removeEventListener('abort', cancel);
      }
    },
  };
}
