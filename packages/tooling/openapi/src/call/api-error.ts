import { createSecretMask, ToolError } from '@toolwire/errors';
import { cutText } from '@toolwire/internal';
import { isRecord, type JsonRecord, listOf, recordOf, textOf, withoutUndefined } from '../base/json.ts';
import type { ApiResult } from './read-response.ts';

/** What is known about a response with an error. */
export interface FailedResponse {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  readonly result: ApiResult;
  /** Whether sending the same request again does no more than once. */
  readonly isRepeatable: boolean;
  /** The credentials of the request, which the API may repeat. */
  readonly credentials: readonly string[];
}

/** The error that a tool throws for a response of 400 and above. It tells the caller what to change, or when to retry. */
export function apiError({ status, retryAfterMs, result, isRepeatable, credentials }: FailedResponse): ToolError {
  const body = result.kind === 'json' && isRecord(result.value) ? result.value : {};
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

// The API has not begun to process the request.
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
  const otherwise = status >= 500 ? 'The API failed.' : `The API refused the request with status ${status}.`;
  return messages.get(status) ?? otherwise;
}

type Mask = (text: string) => string;

const maxExplanation = 500;

/** The explanation of the API: problem details (RFC 9457), or a message of a JSON body. Server errors may hold internals, so only a problem's title is used there. */
function explanationOf(body: JsonRecord, status: number, mask: Mask): string | undefined {
  const title = textOf(body.title);
  const nested = recordOf(body.error);
  const message =
    textOf(body.message) ?? textOf(nested.message) ?? textOf(body.error_description) ?? textOf(body.error);
  const texts = status >= 500 ? [title] : [title, textOf(body.detail) ?? message];
  const text = mask(texts.filter((one) => one !== undefined).join(': '));
  if (text === '') return undefined;
  const short = cutText(text, maxExplanation);
  return /[.!?…]$/u.test(short) ? short : `${short}.`;
}

const maxFieldErrors = 10;

/** The errors of single fields, as problem details and many APIs list them. */
function fieldErrors(body: JsonRecord, mask: Mask): string | undefined {
  const errors = listOf(body.errors ?? recordOf(body.error).errors ?? body['invalid-params']);
  const lines = errors.slice(0, maxFieldErrors).flatMap((error) => {
    const { pointer, field, name, param, detail, message, reason } = recordOf(error);
    const where = textOf(pointer) ?? textOf(field) ?? textOf(name) ?? textOf(param);
    const what = textOf(detail) ?? textOf(message) ?? textOf(reason);
    return what === undefined ? [] : [cutText(mask(where === undefined ? what : `${where}: ${what}`), maxExplanation)];
  });
  return lines.length === 0 ? undefined : lines.join('\n');
}
