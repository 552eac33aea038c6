import {
  isJSONRPCNotification,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResponse,
} from '@modelcontextprotocol/client';
import { type Fields, isObject, listOf, paramHeaders, recordOf } from '@toolwire/internal';
import { CliError, connectionError, exitCodes, messageOf, NotDelivered, ResponseTimeout } from '../cli-error.ts';
import { errorFrom } from '../mcp/server-errors.ts';
import type { ConnectionSettings } from '../target/connection-settings.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import { retryWhileDown } from './retry-while-down.ts';
import { connectToServer } from './server-connection.ts';
import { createSharedSession } from './shared-session.ts';

/**
 * Creates a forwarder, which forwards messages of a client to a server unchanged, and resends them after the server was down. `onMessage` gets the
 * requests and notifications of the server.
 */
export function createForwarder(url: URL, settings: ConnectionSettings, onMessage: (message: JSONRPCMessage) => void) {
  const { note, signal } = settings;
  const connection = connectToServer(url, settings, onMessage);
  const session = createSharedSession(connection, note);
  const tools = createKnownTools();
  const running = new Map<unknown, AbortController>();
  const canceled = new AbortController();

  const initializeOrExchange = async (
    message: JSONRPCRequest,
    requestSignal: AbortSignal,
  ): Promise<JSONRPCResponse> => {
    if (message.method === 'initialize') return session.initialize(message, requestSignal);
    // All requests share the session, so the cancellation of this one doesn't end its start.
    await session.ready(AbortSignal.any([signal, canceled.signal]));
    requestSignal.throwIfAborted();
    const response = await connection.exchange(message, requestSignal, tools.headersOf(message));
    if (message.method === 'tools/list' && 'result' in response) tools.store(response.result);
    return response;
  };
  const sendOnce = async (message: JSONRPCRequest, lifetime: AbortSignal): Promise<JSONRPCResponse> => {
    const limit = connection.limits.start();
    try {
      return await initializeOrExchange(message, AbortSignal.any([lifetime, limit.signal]));
    } catch (thrown) {
      lifetime.throwIfAborted();
      if (limit.signal.aborted) throw new ResponseTimeout(url.href, thrown);
      const error = errorFrom(thrown, `${url.href} closed the connection`);
      const isLoss = isConnectionLoss(error) && message.method !== 'initialize';
      throw isLoss ? tools.errorAfterConnectionLoss(error, message) : error;
    } finally {
      limit.end();
    }
  };
  const send = (message: JSONRPCNotification | JSONRPCResponse): void => {
    const name = isJSONRPCNotification(message) ? message.method : 'Response';
    const delivery = session.ready(signal).then(() => connection.send(message));
    // The requests after it wait until the server has received it.
    if (name === 'notifications/initialized') session.waitFor(delivery);
    delivery.catch((thrown: unknown) => note(`${safeLine(`${name} lost: ${messageOf(thrown)}`)}\n`));
  };
  return {
    /** Resolves to `undefined` for a request that the client cancels, which must not be answered. */
    async request(message: JSONRPCRequest): Promise<JSONRPCResponse | undefined> {
      const { id } = message;
      const abort = new AbortController();
      running.set(id, abort);
      const lifetime = AbortSignal.any([signal, canceled.signal, abort.signal]);
      let usedSession = session.number();
      const sendInSession = (): Promise<JSONRPCResponse> => {
        usedSession = session.number();
        return sendOnce(message, lifetime);
      };
      try {
        return await retryWhileDown(sendInSession, {
          signal: lifetime,
          onRetry(error) {
            note(`${safeLine(error.message)}\n`);
            if (error.isSessionOver) session.lose(usedSession);
          },
        });
      } catch (thrown) {
        if (abort.signal.aborted) return undefined;
        throw thrown;
      } finally {
        running.delete(id);
      }
    },
    notify(message: JSONRPCNotification): void {
      const isCancel = message.method === 'notifications/cancelled';
      // A server need not respond to a canceled request, and a server that is down must not get it later.
      if (isCancel) running.get(message.params?.['requestId'])?.abort();
      // A request of 2026-07-28 is canceled by its connection only.
      if (!isCancel || session.isInitialized()) send(message);
    },
    /** Sends the client's response to a request of the server. */
    respond(message: JSONRPCResponse): void {
      connection.endQuestion(message.id);
      send(message);
    },
    /** Cancels all running requests. */
    cancelAll: (): void => canceled.abort(),
    close: connection.close,
  };
}

/** Whether the connection broke while a request ran. */
function isConnectionLoss(error: unknown): error is CliError {
  if (error instanceof ResponseTimeout || error instanceof NotDelivered) return false;
  return error instanceof CliError && error.exitCode === exitCodes.unconnected;
}

/** Creates the list of a server's known tools, which determine headers and retries of calls. */
function createKnownTools() {
  const tools = new Map<string, Fields>();
  const toolOf = ({ method, params }: JSONRPCRequest): Fields | undefined =>
    method === 'tools/call' ? tools.get(String(params?.['name'])) : undefined;
  return {
    /** Stores the tools of a `tools/list` result. */
    store(result: Fields): void {
      const listed = listOf(result['tools']).filter(isObject);
      for (const tool of listed) tools.set(String(tool['name']), tool);
    },
    /** The headers that repeat marked parameters, which 2026-07-28 requires. */
    headersOf(request: JSONRPCRequest): Readonly<Record<string, string>> {
      const { params } = request;
      const isModern = isObject(params?._meta) && 'io.modelcontextprotocol/protocolVersion' in params._meta;
      const tool = isModern ? toolOf(request) : undefined;
      return tool === undefined ? {} : paramHeaders(tool['inputSchema'], params?.['arguments']);
    },
    /** The error of a request whose connection broke: it is sent again if that does no harm. Any other request may have run. */
    errorAfterConnectionLoss(error: CliError, request: JSONRPCRequest): CliError {
      const { readOnlyHint, idempotentHint } = recordOf(toolOf(request)?.['annotations']);
      const isRepeatable = request.method !== 'tools/call' || readOnlyHint === true || idempotentHint === true;
      if (isRepeatable) return new NotDelivered(error.message, { cause: error });
      return connectionError(`Connection lost; the tool may have run: ${error.message}`, error);
    },
  };
}
