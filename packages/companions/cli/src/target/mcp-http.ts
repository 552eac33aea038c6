import { isObject } from '@toolwire/internal';
import { connectionError, failure } from '../cli-error.ts';
import { type ConnectionSettings, checkPrivate } from './connection-settings.ts';
import { type McpConnection, NoMcpServer, type OnProgress, RpcError } from './mcp-connection.ts';
import { readEvents } from './read-events.ts';

/** MCP over HTTP, as of 2025-11-25: a POST for each message, answered by JSON or by events. */
export function connectHttp(url: URL, settings: ConnectionSettings): McpConnection {
  const { token, signal, timeoutMs } = settings;
  checkPrivate(url, token, settings);
  let session: string | undefined;
  let version: string | undefined;
  let lastId = 0;
  const headers = (): Record<string, string> => ({
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(session !== undefined && { 'mcp-session-id': session }),
    ...(version !== undefined && { 'mcp-protocol-version': version }),
  });
  const send = async (method: string, body?: object): Promise<Response> => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const init = { method, redirect: 'manual', signal: limit } as const;
    const asJson = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    try {
      return await settings.fetch(
        url.href,
        body === undefined
          ? { ...init, headers: headers() }
          : { ...init, headers: { ...asJson, ...headers() }, body: JSON.stringify(body) },
      );
    } catch (cause) {
      signal.throwIfAborted();
      throw connectionError(`${url.href}: there is no connection, or no answer in time.`, cause);
    }
  };
  return {
    async request(method, params, onProgress) {
      lastId += 1;
      const id = lastId;
      const response = await send('POST', { jsonrpc: '2.0', id, method, params });
      if (response.status === 401 || response.status === 403) {
        throw failure(`${url.href}: the server wants to know who calls (${response.status}). See --token.`);
      }
      session = response.headers.get('mcp-session-id') ?? session;
      return resultOf(await answerTo(id, response, onProgress));
    },
    async notify(method, params) {
      const response = await send('POST', { jsonrpc: '2.0', method, params });
      await response.body?.cancel();
    },
    agree(agreed) {
      version = agreed;
    },
    async close() {
      if (session === undefined || signal.aborted) return;
      const response = await send('DELETE');
      await response.body?.cancel();
    },
  };
}

async function answerTo(id: number, response: Response, onProgress: OnProgress | undefined): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream') && response.body !== null) {
    for await (const data of readEvents(response.body)) {
      const message: unknown = parse(data);
      if (isObject(message) && message['method'] === 'notifications/progress' && isObject(message['params'])) {
        onProgress?.(message['params']);
      }
      if (isObject(message) && message['id'] === id && message['method'] === undefined) return message;
    }
    throw connectionError('The connection ended before the answer came.');
  }
  const text = await response.text();
  const message = type.startsWith('application/json') ? parse(text) : undefined;
  if (isObject(message) && message['jsonrpc'] === '2.0') return message;
  throw new NoMcpServer(`the answer has the status ${response.status} and is none of MCP`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Whoever asks looks for a message, and finds that this is none.
    return undefined;
  }
}

/** What a message answers with; throws what it complains of. */
export function resultOf(message: unknown): unknown {
  if (!isObject(message)) return undefined;
  const { error, result } = message;
  if (isObject(error)) throw new RpcError(Number(error['code']), String(error['message']));
  return result;
}
