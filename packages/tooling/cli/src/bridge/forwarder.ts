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
import { connectionError, messageOf } from '../cli-error.ts';
import { createAuthorizedFetch } from '../mcp/authorized-fetch.ts';
import { isConnectionLoss, ResponseTimeout } from '../mcp/connection-errors.ts';
import { errorFrom } from '../mcp/server-errors.ts';
import { createTimeLimits } from '../mcp/time-limits.ts';
import type { ConnectionSettings } from '../target/connection-settings.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import { createKnownTools } from './known-tools.ts';
import { retryWhileDown } from './retry-while-down.ts';

/** Forwards messages of a client to a server unchanged, and resends them after the server was down. */
interface Forwarder {
  readonly request: (message: JSONRPCRequest) => Promise<JSONRPCResponse>;
  readonly notify: (message: JSONRPCNotification) => void;
  /** Sends the client's response to a request of the server. */
  readonly respond: (message: JSONRPCResponse) => void;
  /** Cancels all running requests. */
  readonly cancelAll: () => void;
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
 * Stores the client's `initialize` request, to start a new session, and which tools are idempotent.
 */
export function createForwarder(
  url: URL,
  settings: ConnectionSettings,
  onMessage: (message: JSONRPCMessage) => void,
): Forwarder {
  const { note, signal } = settings;
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
  const tools = createKnownTools();
  const running = new Map<unknown, AbortController>();
  const canceled = new AbortController();
  let initializeRequest: JSONRPCRequest | undefined;
  let session: Promise<unknown> = Promise.resolve();
  let sessions = 0;
  let isLost = false;

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

  const exchange = async (message: JSONRPCRequest, requestSignal: AbortSignal): Promise<JSONRPCResponse> => {
    await started;
    try {
      return await new Promise<JSONRPCResponse>((resolve, reject) => {
        pending.set(message.id, resolve);
        requestSignal.addEventListener('abort', () => reject(requestSignal.reason), { once: true });
        const onRequestStreamEnd = (): void =>
          reject(connectionError('The connection closed before the response arrived.'));
        const headers = tools.headersOf(message);
        transport.send(message, { requestSignal, onRequestStreamEnd, headers }).catch(reject);
      });
    } finally {
      pending.delete(message.id);
    }
  };
  const initialize = async (message: JSONRPCRequest, requestSignal: AbortSignal): Promise<JSONRPCResponse> => {
    const response = await exchange(message, requestSignal);
    if ('result' in response) transport.setProtocolVersion(String(response.result['protocolVersion']));
    sessions += 1;
    return response;
  };
  /** Waits for the session. If it is lost, one request starts a new session for all. */
  const ready = (requestSignal: AbortSignal): Promise<unknown> => {
    if (!isLost || initializeRequest === undefined) return session;
    isLost = false;
    for (const id of questions.keys()) endQuestion(id);
    note('Server restarted; started a new session.\n');
    session = initialize({ ...initializeRequest, id: 'bridge-again' }, requestSignal).then(() =>
      transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    );
    session.catch(() => {
      isLost = true;
    });
    return session;
  };
  const sendOnce = async (message: JSONRPCRequest, lifetime: AbortSignal): Promise<JSONRPCResponse> => {
    const { method } = message;
    const limit = limits.start();
    const requestSignal = AbortSignal.any([lifetime, limit.signal]);
    try {
      if (method === 'initialize') {
        initializeRequest = message;
        return await initialize(message, requestSignal);
      }
      // All requests share the session, so the cancellation of this one doesn't end its start.
      await ready(AbortSignal.any([signal, canceled.signal, limit.signal]));
      requestSignal.throwIfAborted();
      const response = await exchange(message, requestSignal);
      if (method === 'tools/list' && 'result' in response) tools.store(response.result);
      return response;
    } catch (thrown) {
      lifetime.throwIfAborted();
      if (limit.signal.aborted) throw new ResponseTimeout(url.href, thrown);
      const error = errorFrom(thrown, url.href);
      throw isConnectionLoss(error) && method !== 'initialize' ? tools.errorAfterConnectionLoss(error, message) : error;
    } finally {
      limit.end();
    }
  };
  const noteLoss = (name: string, thrown: unknown): void => note(`${safeLine(`${name} lost: ${messageOf(thrown)}`)}\n`);
  const send = (message: JSONRPCNotification | JSONRPCResponse): void => {
    const delivery = ready(signal).then(() => transport.send(message));
    if (!isJSONRPCNotification(message)) {
      delivery.catch((thrown: unknown) => noteLoss('Response', thrown));
      return;
    }
    // The requests after it wait until the server has received it.
    if (message.method === 'notifications/initialized') session = delivery.catch(() => undefined);
    delivery.catch((thrown: unknown) => noteLoss(message.method, thrown));
  };
  return {
    request(message) {
      const { id } = message;
      const abort = new AbortController();
      running.set(id, abort);
      const lifetime = AbortSignal.any([signal, canceled.signal, abort.signal]);
      let usedSession = sessions;
      return retryWhileDown(
        () => {
          usedSession = sessions;
          return sendOnce(message, lifetime);
        },
        {
          signal: lifetime,
          onRetry(error) {
            note(`${safeLine(error.message)}\n`);
            if (error.isSessionOver && usedSession === sessions) isLost = true;
          },
        },
      ).finally(() => running.delete(id));
    },
    notify(message) {
      const isCancel = message.method === 'notifications/cancelled';
      // A server need not respond to a canceled request, and a server that is down must not get it later.
      if (isCancel) running.get(message.params?.['requestId'])?.abort();
      // A request of 2026-07-28 is canceled by its connection only.
      if (!isCancel || initializeRequest !== undefined) send(message);
    },
    respond(message) {
      endQuestion(message.id);
      send(message);
    },
    cancelAll: () => canceled.abort(),
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
