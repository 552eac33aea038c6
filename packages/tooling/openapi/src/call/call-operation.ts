import { artifact, type ToolContext } from '@toolwire/core';
import { RetryableToolError, ToolError } from '@toolwire/errors';
import type { Response } from 'undici';
import type { JsonRecord } from '../base/json.ts';
import type { Operation } from '../reader/operation.ts';
import { buildRequest, InvalidPathValue } from '../request/build-request.ts';
import { apiError } from './api-error.ts';
import type { Authentication } from './credentials.ts';
import { ForeignRedirectError, type HttpClient } from './http-client.ts';
import { PrivateAddressError } from './private-address.ts';
import { type ApiResult, InvalidJson, ResponseTooLarge, readResponse } from './read-response.ts';
import { cutResult, type LargeResults, resultArtifact, selectParts } from './shape-result.ts';

/** How the calls of one operation are sent, and how their results are shaped. */
export interface OperationCall {
  readonly operation: Operation;
  readonly baseUrl: string;
  readonly client: HttpClient;
  readonly authentication: Authentication;
  /** The header that carries the idempotency key; `undefined` for operations that only read. */
  readonly idempotencyHeader: string | undefined;
  /** Whether sending the same request again does no more than once. */
  readonly isRepeatable: boolean;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly maxResultCharacters: number;
  readonly largeResults: LargeResults;
  /** The parts of a result to keep; all where it is undefined. */
  readonly select: readonly string[] | undefined;
  /** Checks a response of JSON before it is shaped. */
  readonly checkResponse: ((value: unknown, status: number, context: ToolContext) => Promise<void>) | undefined;
}

/** Calls an operation, and returns what its tool returns. */
export async function callOperation(call: OperationCall, input: JsonRecord, context: ToolContext): Promise<unknown> {
  const timeout = AbortSignal.timeout(call.timeoutMs);
  try {
    const { response, credentials } = await send(call, input, context, AbortSignal.any([context.signal, timeout]));
    const result = await readResponse(response, call.maxResponseBytes);
    if (response.status >= 400) throw failureOf(response, result, call, credentials);
    if (result.kind === 'json') await call.checkResponse?.(result.value, response.status, context);
    return shaped(result, call);
  } catch (thrown) {
    throw errorOf(thrown, call, context, timeout);
  }
}

interface Sent {
  readonly response: Response;
  readonly credentials: readonly string[];
}

async function send(call: OperationCall, input: JsonRecord, context: ToolContext, signal: AbortSignal): Promise<Sent> {
  const { operation, client, authentication, idempotencyHeader } = call;
  const request = buildRequest(operation, input, call.baseUrl);
  const url = new URL(request.url);
  const headers = new Headers({ accept: acceptOf(operation), ...request.headers });
  if (idempotencyHeader !== undefined) headers.set(idempotencyHeader, context.idempotencyKey);
  const credentials = await authentication.apply({ headers, url }, context);
  const body = request.body === undefined ? {} : { body: request.body };
  const init = { method: request.method, headers: Object.fromEntries(headers), signal, ...body };
  return { response: await client.send(url.href, init), credentials };
}

/** The media types of successful responses; JSON where none is declared. */
function acceptOf({ responses }: Operation): string {
  const declared = responses
    .filter(({ status }) => /^2|^default$/u.test(status))
    .flatMap(({ content }) => content.map(({ mediaType }) => mediaType));
  return declared.length === 0 ? 'application/json, */*;q=0.5' : [...new Set(declared)].join(', ');
}

function failureOf(
  response: Response,
  result: ApiResult,
  { isRepeatable }: OperationCall,
  credentials: readonly string[],
): ToolError {
  return apiError({
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    result,
    isRepeatable,
    credentials,
  });
}

function shaped(result: ApiResult, call: OperationCall): unknown {
  switch (result.kind) {
    case 'none':
      return null;
    case 'file':
      return artifact({
        contentType: result.contentType,
        description: 'The file that the API returned.',
        name: result.name ?? 'response',
        body: result.bytes,
      });
    case 'text':
      return limited(result.text, call);
    case 'json':
      return limited(call.select === undefined ? result.value : selectParts(result.value, call.select), call);
  }
}

function limited(value: unknown, { maxResultCharacters, largeResults }: OperationCall): unknown {
  const json = JSON.stringify(value);
  if (json.length <= maxResultCharacters) return value;
  if (largeResults === 'artifact') return resultArtifact(value, json);
  if (largeResults === 'cut') return cutResult(value, json, maxResultCharacters);
  throw new ToolError(
    `The result has ${json.length} characters, and the limit is ${maxResultCharacters}. Ask for less.`,
  );
}

/** What a tool throws for an error on the way. Errors of sockets name addresses, so they go to the log only, as the cause. */
function errorOf(thrown: unknown, call: OperationCall, context: ToolContext, timeout: AbortSignal): unknown {
  if (context.signal.aborted) return context.signal.reason;
  if (thrown instanceof ToolError) return thrown;
  if (thrown instanceof InvalidPathValue) return new ToolError(thrown.message);
  if (thrown instanceof ResponseTooLarge) {
    return new ToolError(`The response of the API is larger than ${call.maxResponseBytes} bytes. Ask for less.`);
  }
  if (thrown instanceof InvalidJson) return new ToolError('The API returned invalid JSON.');
  if (thrown instanceof ForeignRedirectError) return new ToolError(thrown.message);
  const cause = thrown instanceof TypeError ? thrown.cause : thrown;
  if (cause instanceof PrivateAddressError) {
    return new ToolError('The server of the API has a private address, which is not allowed.', { cause });
  }
  const message = timeout.aborted
    ? `The API did not answer within ${call.timeoutMs / 1000} seconds.`
    : 'The connection to the API failed.';
  // A write may have happened before the connection broke.
  return call.isRepeatable
    ? new RetryableToolError(message, { cause: thrown })
    : new ToolError(message, { cause: thrown });
}
