import { type JSONRPCRequest, type JSONRPCResponse, ProtocolError } from '@modelcontextprotocol/client';
import { NotDelivered } from '../cli-error.ts';
import type { ServerConnection } from './server-connection.ts';

/** Creates the session that all requests of a client share. A client of 2026-07-28 has none. */
export function createSharedSession(connection: ServerConnection, note: (text: string) => void) {
  let initializeRequest: JSONRPCRequest | undefined;
  let readiness: Promise<unknown> = Promise.resolve();
  let count = 0;
  let isLost = false;
  const start = async (request: JSONRPCRequest, signal: AbortSignal): Promise<JSONRPCResponse> => {
    const response = await connection.exchange(request, signal);
    if ('result' in response) connection.setProtocolVersion(String(response.result['protocolVersion']));
    count += 1;
    return response;
  };
  const restart = async (request: JSONRPCRequest, signal: AbortSignal): Promise<void> => {
    // Several requests may wait for the session, so the limit of the one that starts it doesn't apply.
    const limit = connection.limits.start();
    try {
      const response = await start(request, AbortSignal.any([signal, limit.signal]));
      if ('error' in response) {
        const { code, message, data } = response.error;
        throw ProtocolError.fromError(code, message, data);
      }
      await connection.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      note('Server restarted; started a new session.\n');
    } catch (thrown) {
      if (limit.signal.aborted) throw new NotDelivered('The server did not start a new session.', { cause: thrown });
      throw thrown;
    } finally {
      limit.end();
    }
  };
  return {
    /** Starts the session. Keeps the request, to start another session if this one is lost. */
    initialize(request: JSONRPCRequest, signal: AbortSignal): Promise<JSONRPCResponse> {
      initializeRequest = request;
      return start(request, signal);
    },
    isInitialized: (): boolean => initializeRequest !== undefined,
    /** Waits for the session. If it is lost, one request starts a new session for all. */
    ready(signal: AbortSignal): Promise<unknown> {
      if (!isLost || initializeRequest === undefined) return readiness;
      isLost = false;
      connection.endAllQuestions();
      readiness = restart({ ...initializeRequest, id: 'bridge-again' }, signal);
      readiness.catch(() => {
        isLost = true;
      });
      return readiness;
    },
    /** Makes later requests wait until the server has received a message. */
    waitFor(delivery: Promise<unknown>): void {
      readiness = delivery.catch(() => undefined);
    },
    /** The number of the current session. */
    number: (): number => count,
    /** Reports that the server no longer knows a session. It may have been replaced already. */
    lose(sessionNumber: number): void {
      if (sessionNumber === count) isLost = true;
    },
  };
}
