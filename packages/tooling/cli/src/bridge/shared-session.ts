import type { JSONRPCRequest, JSONRPCResponse } from '@modelcontextprotocol/client';
import type { ServerConnection } from './server-connection.ts';

/** The session that all requests of a client share. A client of 2026-07-28 has none. */
export interface SharedSession {
  /** Starts the session with the client's `initialize` request, which starts another one when this one is lost. */
  readonly initialize: (request: JSONRPCRequest, signal: AbortSignal) => Promise<JSONRPCResponse>;
  readonly isInitialized: () => boolean;
  /** Waits for the session. If it is lost, one request starts a new session for all. */
  readonly ready: (signal: AbortSignal) => Promise<unknown>;
  /** Makes later requests wait until the server has received a message. */
  readonly waitFor: (delivery: Promise<unknown>) => void;
  /** The number of the current session. */
  readonly number: () => number;
  /** Reports that the server no longer knows a session. It may have been replaced already. */
  readonly lose: (sessionNumber: number) => void;
}

/** Creates the session of a connection. */
export function createSharedSession(connection: ServerConnection, note: (text: string) => void): SharedSession {
  let initializeRequest: JSONRPCRequest | undefined;
  let session: Promise<unknown> = Promise.resolve();
  let count = 0;
  let isLost = false;
  const start = async (request: JSONRPCRequest, signal: AbortSignal): Promise<JSONRPCResponse> => {
    const response = await connection.exchange(request, signal);
    if ('result' in response) connection.setProtocolVersion(String(response.result['protocolVersion']));
    count += 1;
    return response;
  };
  return {
    initialize(request, signal) {
      initializeRequest = request;
      return start(request, signal);
    },
    isInitialized: () => initializeRequest !== undefined,
    ready(signal) {
      if (!isLost || initializeRequest === undefined) return session;
      isLost = false;
      connection.endAllQuestions();
      note('Server restarted; started a new session.\n');
      session = start({ ...initializeRequest, id: 'bridge-again' }, signal).then(() =>
        connection.send({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      );
      session.catch(() => {
        isLost = true;
      });
      return session;
    },
    waitFor(delivery) {
      session = delivery.catch(() => undefined);
    },
    number: () => count,
    lose(sessionNumber) {
      if (sessionNumber === count) isLost = true;
    },
  };
}
