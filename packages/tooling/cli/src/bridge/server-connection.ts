import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResponse,
  StreamableHTTPClientTransport,
  type StreamableHTTPReconnectionOptions,
} from '@modelcontextprotocol/client';
import { connectionError } from '../cli-error.ts';
import { createAuthorizedFetch } from '../mcp/authorized-fetch.ts';
import { createTimeLimits } from '../mcp/time-limits.ts';
import type { ConnectionSettings } from '../target/connection-settings.ts';

// A server may close its message stream at any time, and may be down for a while.
const reconnectionOptions: StreamableHTTPReconnectionOptions = {
  initialReconnectionDelay: 1000,
  reconnectionDelayGrowFactor: 1.5,
  maxReconnectionDelay: 5000,
  maxRetries: 30,
};

/**
 * Connects to a server with the transport of the official client, without its `Client`, which would answer and change messages.
 * `onMessage` gets the requests and notifications of the server.
 */
export function connectToServer(url: URL, settings: ConnectionSettings, onMessage: (message: JSONRPCMessage) => void) {
  const limits = createTimeLimits(settings.timeoutMs);
  const transport = new StreamableHTTPClientTransport(url, {
    fetch: createAuthorizedFetch(url, settings, limits),
    reconnectionOptions,
    reconnectionScheduler(reconnect, delayMs) {
      const timer = setTimeout(reconnect, delayMs).unref();
      return () => clearTimeout(timer);
    },
  });
  const started = transport.start();
  const pending = new Map<unknown, (response: JSONRPCResponse) => void>();
  const questions = new Map<unknown, () => void>();
  const endQuestion = (id: unknown): void => {
    questions.get(id)?.();
    questions.delete(id);
  };
  transport.onmessage = (message) => {
    limits.renew();
    if (isJSONRPCNotification(message)) {
      // The client does not answer a canceled question.
      if (message.method === 'notifications/cancelled') endQuestion(message.params?.['requestId']);
      return onMessage(message);
    }
    if (!isJSONRPCRequest(message)) return pending.get(message.id)?.(message);
    // A server may use the ID of an open question again, whose pause must end too.
    endQuestion(message.id);
    void limits.pauseDuring(new Promise<void>((resolve) => questions.set(message.id, resolve)));
    onMessage(message);
  };
  return {
    /** The time limits of all requests. A question of the server pauses them. */
    limits,
    /** Sends a request, and resolves to its response. */
    exchange: async (
      request: JSONRPCRequest,
      signal: AbortSignal,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<JSONRPCResponse> => {
      await started;
      try {
        return await new Promise<JSONRPCResponse>((resolve, reject) => {
          pending.set(request.id, resolve);
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
          const onRequestStreamEnd = (): void =>
            reject(connectionError('The connection closed before the response arrived.'));
          transport.send(request, { requestSignal: signal, onRequestStreamEnd, headers }).catch(reject);
        });
      } finally {
        pending.delete(request.id);
      }
    },
    send: (message: JSONRPCNotification | JSONRPCResponse): Promise<void> => transport.send(message),
    setProtocolVersion: (version: string): void => transport.setProtocolVersion(version),
    /** Ends the pause for a question, which the client has answered. */
    endQuestion,
    endAllQuestions: (): void => {
      for (const id of questions.keys()) endQuestion(id);
    },
    /** Ends the session at the server, and closes the connection. */
    close: async (): Promise<void> => {
      const limit = limits.start();
      limit.signal.addEventListener('abort', () => void transport.close());
      try {
        await transport.terminateSession();
      } finally {
        limit.end();
        await transport.close();
      }
    },
  };
}

export type ServerConnection = ReturnType<typeof connectToServer>;
