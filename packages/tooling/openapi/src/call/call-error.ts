import { RetryableToolError, ToolError } from '@toolwire/errors';
import { ForeignRedirectError } from './http-client.ts';
import { PrivateAddressError } from './private-address.ts';
import { InvalidJson, ResponseTooLarge } from './read-response.ts';

/** The limits of a call, and whether it may be sent again. */
interface FailedCall {
  readonly maxResponseBytes: number;
  readonly timeoutMs: number;
  readonly isRepeatable: boolean;
}

/** The error that a tool throws when a request fails before its response. Errors of sockets contain addresses, so only the log gets them. */
export function callError(thrown: unknown, call: FailedCall, signal: AbortSignal, timeout: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (thrown instanceof ToolError) return thrown;
  if (thrown instanceof ResponseTooLarge) {
    return new ToolError(
      `The response of the API is larger than ${call.maxResponseBytes} bytes. Request less data, for example with a filter or a smaller page.`,
    );
  }
  if (thrown instanceof InvalidJson) return new ToolError('The API returned invalid JSON.');
  if (thrown instanceof ForeignRedirectError) return new ToolError(thrown.message);
  const cause = thrown instanceof TypeError ? thrown.cause : thrown;
  if (cause instanceof PrivateAddressError) {
    return new ToolError('The server of the API has a private address, which is not allowed.', {
      developerMessage: 'If it is your API, set its URL in baseUrl, or add its host to privateHosts.',
      cause,
    });
  }
  const message = timeout.aborted
    ? `The API did not answer within ${call.timeoutMs / 1000} seconds.`
    : 'The connection to the API failed.';
  // A write may have happened before the connection broke.
  return call.isRepeatable
    ? new RetryableToolError(message, { cause: thrown })
    : new ToolError(message, { cause: thrown });
}
