import { RetryableToolError, ToolError } from '@toolwire/errors';
import { PrivateAddressError } from './private-address.ts';

/** The time limit of a call, and whether it may be sent again. */
interface FailedCall {
  readonly timeoutMs: number;
  readonly isRepeatable: boolean;
}

/** Returns the error that a tool throws if its request fails. Errors of sockets contain addresses, so only the log gets them. */
export function callError(thrown: unknown, call: FailedCall, signal: AbortSignal, timeout: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (thrown instanceof ToolError) return thrown;
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
  const CallError = call.isRepeatable ? RetryableToolError : ToolError;
  return new CallError(message, { cause: thrown });
}
