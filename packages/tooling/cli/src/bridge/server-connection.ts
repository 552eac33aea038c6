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
import { createTimeLimits, type TimeLimits } from '../mcp/time-limits.ts';
import type { ConnectionSettings } from '../target/connection-settings.ts';

/** Sends messages to a server over HTTP. */
export interface ServerConnection {
  /** The time limits of all requests. A question of the server pauses them. */
  readonly limits: Pick<TimeLimits, 'start'>;
  /** Sends a request, and resolves to its response. */
  readonly exchange: (
    request: JSONRPCRequest,
    signal: AbortSignal,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<JSONRPCResponse>;
  readonly send: (message: JSONRPCNotification | JSONRPCResponse) => Promise<void>;
  readonly setProtocolVersion: (version: string) => void;
  /** Ends the pause for a question, which the client has answered. */
  readonly endQuestion: (id: unknown) => void;
  readonly endAllQuestions: () => void;
  /** Ends the session at the server, and closes the connection. */
  readonly close: () => Promise<void>;
}

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
export function connectToServer(
  url: URL,
  settings: ConnectionSettings,
  onMessage: (message: JSONRPCMessage) => void,
): ServerConnection {
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
    void limits.pauseDuring(new Promise<void>((resolve) => questions.set(message.id, resolve)));
    onMessage(message);
  };
  return {
    limits,
    async exchange(request, signal, headers = {}) {
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
    send: (message) => transport.send(message),
    setProtocolVersion: (version) => transport.setProtocolVersion(version),
    endQuestion,
    endAllQuestions() {
      for (const id of questions.keys()) endQuestion(id);
    },
    async close() {
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
