import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { fieldsIn, recordOf } from '@toolwire/internal';
import { CliError, connectionError, exitCodes } from '../cli-error.ts';

/** A reachable server whose response is not MCP, or is not supported by the official client. The server may support another protocol. */
export class IncompatibleServer extends CliError {
  constructor(message: string, cause?: unknown) {
    super(exitCodes.unconnected, message, { cause });
  }
}

/**
 * Converts an error of the official client to an error for the user: a connection error, an error that the server has sent, or else an
 * `IncompatibleServer`. `ending` is how the connection ends, such as `node server.mjs exited`.
 */
export function errorFrom(thrown: unknown, ending: string): CliError | ProtocolError {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    // The official client wraps the errors of our `fetch`.
    if (error instanceof CliError || error instanceof ProtocolError) return error;
  }
  if (thrown instanceof SdkHttpError) return errorOfStatus(thrown);
  if (thrown instanceof SdkError) {
    const isClosed = thrown.code === SdkErrorCode.ConnectionClosed || thrown.code === SdkErrorCode.NotConnected;
    return isClosed
      ? connectionError(`${ending} before it responded.`, thrown)
      : new IncompatibleServer(thrown.message, thrown);
  }
  // Undici reports a response that breaks off as a TypeError.
  if (thrown instanceof TypeError) return connectionError('The connection closed before the response arrived.', thrown);
  return new IncompatibleServer('The response is not a valid MCP message.', thrown);
}

/** Reads the error in the body of a response, which the official client does only for some statuses. */
function errorOfStatus(thrown: SdkHttpError): ProtocolError | IncompatibleServer {
  const { text } = thrown.data;
  const { error } = fieldsIn(typeof text === 'string' ? text : '');
  const { code, message, data } = recordOf(error);
  // Other APIs also put their errors in `error`. The errors of JSON-RPC have a number and a message.
  if (typeof code !== 'number' || typeof message !== 'string') {
    return new IncompatibleServer(`The response has the status ${thrown.status} and is not MCP.`, thrown);
  }
  return ProtocolError.fromError(code, message, data);
}
