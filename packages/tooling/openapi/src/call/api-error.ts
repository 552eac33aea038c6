import { createSecretMask, RetryableToolError, ToolError } from '@toolwire/errors';
import { cutText, type Fields, isObject, listOf, recordOf, textOf, withoutUndefined } from '@toolwire/internal';
import { PrivateAddressError } from './private-address.ts';
import type { ApiResult } from './read-response.ts';

/** A response with an error. */
export interface FailedResponse {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  readonly result: ApiResult;
  /** Whether a repeated request has no further effect. */
  readonly isRepeatable: boolean;
  /** The credentials of the request, which are masked in the message. */
  readonly credentials: readonly string[];
}

/** Returns the error that a tool throws for a response of 300 and above. Its message states what to change, or when to retry. */
export function apiError({ status, retryAfterMs, result, isRepeatable, credentials }: FailedResponse): ToolError {
  const body = result.kind === 'json' && isObject(result.value) ? result.value : {};
  const canRetry = notProcessed.has(status) || (isRepeatable && temporary.has(status));
  const mask = createSecretMask(credentials);
  const explanation = explanationOf(body, status, mask);
  return new ToolError(`${messageOf(status)}${explanation === undefined ? '' : ` ${explanation}`}`, {
    developerMessage: `HTTP status ${status}.`,
    canRetry,
    ...withoutUndefined({
      additionalPromptContent: status === 400 || status === 422 ? fieldErrors(body, mask) : undefined,
      retryAfterMs: canRetry ? retryAfterMs : undefined,
    }),
  });
}

// With these statuses, the API has not begun to process the request.
const notProcessed = new Set([425, 429]);
const temporary = new Set([408, 502, 503, 504]);

const rejected = 'The API rejected the input.';
const notFound = 'The API did not find what the request names.';
const conflict = 'The request conflicts with the current state.';
const messages: ReadonlyMap<number, string> = new Map([
  [400, rejected],
  [401, 'The API did not accept the credentials.'],
  [403, 'The API denied the request.'],
  [404, notFound],
  [409, conflict],
  [410, notFound],
  [412, conflict],
  [422, rejected],
  [429, 'The API received too many requests.'],
  [503, 'The API is unavailable.'],
]);

function messageOf(status: number): string {
  const message = messages.get(status);
  if (message !== undefined) return message;
  return status >= 500 ? 'The API failed.' : `The API refused the request with status ${status}.`;
}

type Mask = (text: string) => string;

const maxExplanation = 500;

/** Reads problem details (RFC 9457), or a message of a JSON body. Server errors may contain internals, so only the title of a problem is used. */
function explanationOf(body: Fields, status: number, mask: Mask): string | undefined {
  const title = textOf(body.title);
  const nested = recordOf(body.error);
  const message =
    textOf(body.message) ?? textOf(nested.message) ?? textOf(body.error_description) ?? textOf(body.error);
  const detail = status >= 500 ? undefined : (textOf(body.detail) ?? message);
  const text = mask([title, detail].filter((part) => part !== undefined).join(': '));
  if (text === '') return undefined;
  const short = cutText(text, maxExplanation);
  return /[.!?…]$/u.test(short) ? short : `${short}.`;
}

const maxFieldErrors = 10;

/** Reads the errors of single fields, as problem details and many APIs list them. */
function fieldErrors(body: Fields, mask: Mask): string | undefined {
  const errors = errorList(body.errors ?? recordOf(body.error).errors ?? body['invalid-params']);
  const lines = errors.slice(0, maxFieldErrors).flatMap((error) => {
    const { pointer, field, name, param, detail, message, reason } = recordOf(error);
    const path = textOf(pointer) ?? textOf(field) ?? textOf(name) ?? textOf(param);
    const problem = textOf(detail) ?? textOf(message) ?? textOf(reason);
    if (problem === undefined) return [];
    return [cutText(mask(path === undefined ? problem : `${path}: ${problem}`), maxExplanation)];
  });
  return lines.length === 0 ? undefined : lines.join('\n');
}

/** Returns a list of errors. Some APIs have an object with a message, or a list of messages, for each field. */
function errorList(errors: unknown): readonly unknown[] {
  if (!isObject(errors)) return listOf(errors);
  return Object.entries(errors).flatMap(([field, problems]) =>
    [problems].flat().map((message) => ({ field, message })),
  );
}

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
