import { artifact, type ToolContext } from '@toolwire/core';
import { RetryableToolError, ToolError } from '@toolwire/errors';
import { readRetryAfter } from '@toolwire/internal';
import type { Response } from 'undici';
import type { JsonRecord } from '../base/json.ts';
import type { Operation } from '../reader/operation.ts';
import { type ApiRequest, buildRequest, InvalidPathValue } from '../request/build-request.ts';
import { apiError } from './api-error.ts';
import type { Authentication } from './credentials.ts';
import { followPages, type Page } from './follow-pages.ts';
import { ForeignRedirectError, type HttpClient } from './http-client.ts';
import type { PagingPlan } from './paging.ts';
import { PrivateAddressError } from './private-address.ts';
import { type ApiResult, InvalidJson, ResponseTooLarge, readResponse } from './read-response.ts';
import { cutResult, type LargeResults, resultArtifact, selectParts, withNote } from './shape-result.ts';

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
  /** How further pages are read; `undefined` where only one page is. */
  readonly paging: PagingPlan | undefined;
  /** Checks a response of JSON before it is shaped. */
  readonly checkResponse: ((value: unknown, status: number, context: ToolContext) => Promise<void>) | undefined;
}

/** Calls an operation, and returns what its tool returns. */
export async function callOperation(call: OperationCall, input: JsonRecord, context: ToolContext): Promise<unknown> {
  const request = requestOf(call, input);
  const first = await receive(call, request, context);
  if (call.paging === undefined || first.result.kind !== 'json') return shaped(first.result, call);
  const { value, note } = await followPages(pageOf(first), request, {
    ...call,
    paging: call.paging,
    input,
    maxCharacters: call.maxResultCharacters,
    sizeOf: (page) => JSON.stringify(selectedParts(page, call)).length,
    read: async (next) => pageOf(await receive(call, next, context)),
  });
  const selected = selectedParts(value, call);
  const result = limited(selected, call);
  // A result that was cut has a note already.
  return note === undefined || result !== selected ? result : withNote(selected, note);
}

/** A response without errors. */
interface Received {
  readonly result: ApiResult;
  readonly link: string | null;
}

async function receive(call: OperationCall, request: ApiRequest, context: ToolContext): Promise<Received> {
  const timeout = AbortSignal.timeout(call.timeoutMs);
  try {
    const signal = AbortSignal.any([context.signal, timeout]);
    const { response, credentials } = await send(call, request, context, signal);
    const result = await readResponse(response, call.maxResponseBytes);
    if (response.status >= 400) throw failureOf(response, result, call, credentials);
    if (result.kind === 'json') await call.checkResponse?.(result.value, response.status, context);
    return { result, link: response.headers.get('link') };
  } catch (thrown) {
    throw errorOf(thrown, call, context, timeout);
  }
}

function pageOf({ result, link }: Received): Page {
  return { value: result.kind === 'json' ? result.value : undefined, link };
}

function requestOf({ operation, baseUrl }: OperationCall, input: JsonRecord): ApiRequest {
  try {
    return buildRequest(operation, input, baseUrl);
  } catch (thrown) {
    throw thrown instanceof InvalidPathValue ? new ToolError(thrown.message) : thrown;
  }
}

interface Sent {
  readonly response: Response;
  readonly credentials: readonly string[];
}

async function send(
  call: OperationCall,
  request: ApiRequest,
  context: ToolContext,
  signal: AbortSignal,
): Promise<Sent> {
  const { operation, client, authentication, idempotencyHeader } = call;
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
    retryAfterMs: readRetryAfter(response.headers),
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
      return limited(selectedParts(result.value, call), call);
  }
}

function selectedParts(value: unknown, { select }: OperationCall): unknown {
  return select === undefined ? value : selectParts(value, select);
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
