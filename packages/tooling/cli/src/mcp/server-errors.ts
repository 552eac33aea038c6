import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { fieldsIn, recordOf } from '@toolwire/internal';
import { CliError, connectionError, exitCodes } from '../cli-error.ts';

export class NotMcpServer extends CliError {
  constructor(message: string, cause?: unknown) {
    super(exitCodes.unconnected, message, { cause });
  }
}

/** Converts an error of the official client to an error for the user: a connection error, or an error that the server has sent. */
export function errorFrom(thrown: unknown, address: string): CliError | ProtocolError {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    // The official client wraps the errors of our `fetch`.
    if (error instanceof CliError || error instanceof ProtocolError) return error;
  }
  if (thrown instanceof SdkHttpError) return errorOfStatus(thrown);
  if (thrown instanceof SdkError) {
    const isClosed = thrown.code === SdkErrorCode.ConnectionClosed || thrown.code === SdkErrorCode.NotConnected;
    return isClosed
      ? connectionError(`${address} exited before it responded.`, thrown)
      : new NotMcpServer(thrown.message, thrown);
  }
  // Undici reports a response that breaks off as a TypeError.
  if (thrown instanceof TypeError) return connectionError('The connection closed before the response arrived.', thrown);
  return new NotMcpServer('The response is not a valid MCP message.', thrown);
}

/** Reads the error in the body of a response, which the official client does only for some statuses. */
function errorOfStatus(thrown: SdkHttpError): ProtocolError | NotMcpServer {
  const { text } = thrown.data;
  const { error } = fieldsIn(typeof text === 'string' ? text : '');
  const { code, message, data } = recordOf(error);
  // Other APIs also put their errors in `error`. The errors of JSON-RPC have a number and a message.
  if (typeof code !== 'number' || typeof message !== 'string') {
    return new NotMcpServer(`The response has the status ${thrown.status} and is not MCP.`, thrown);
  }
  return ProtocolError.fromError(code, message, data);
}
