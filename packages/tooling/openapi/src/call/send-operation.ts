import type { ToolContext } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { readRetryAfter } from '@toolwire/internal';
import type { RequestInit } from 'undici';
import type { Operation } from '../reader/document-model.ts';
import { acceptedTypes } from '../reader/media-types.ts';
import type { ApiRequest } from '../request/build-request.ts';
import { apiError, callError } from './api-error.ts';
import type { Authentication } from './credentials.ts';
import type { HttpClient } from './http-client.ts';
import { type ApiResult, readErrorBody, readResponse } from './read-response.ts';

/** How the requests of one operation are sent. */
export interface OperationConnection {
  readonly operation: Operation;
  readonly client: HttpClient;
  readonly authentication: Authentication;
  /** The header that carries the idempotency key; `undefined` for operations that only read. */
  readonly idempotencyHeader: string | undefined;
  /** Whether a repeated request has no further effect. */
  readonly isRepeatable: boolean;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  /** Checks a JSON response before parts are selected. */
  readonly checkResponse: ((value: unknown, status: number, context: ToolContext) => Promise<void>) | undefined;
}

/** A response without errors. */
export interface Received {
  readonly result: ApiResult;
  readonly link: string | null;
}

/** Sends a request with the credentials of the caller, and reads its response. Throws the error of the tool if the request fails. */
export async function sendOperation(
  call: OperationConnection,
  request: ApiRequest,
  context: ToolContext,
): Promise<Received> {
  // Before the request, because errors of the app's credentials and requests for input are not errors of the connection.
  const { url, init, credentials } = await prepareRequest(call, request, context).catch((thrown: unknown) => {
    context.signal.throwIfAborted();
    throw thrown;
  });
  const timeout = AbortSignal.timeout(call.timeoutMs);
  try {
    const signal = AbortSignal.any([context.signal, timeout]);
    const response = await call.client.send(url, { ...init, signal });
    // A redirect that the client can't follow has no result.
    if (response.status >= 300) {
      throw apiError({
        status: response.status,
        retryAfterMs: readRetryAfter(response.headers),
        result: await readErrorBody(response, call.maxResponseBytes),
        isRepeatable: call.isRepeatable,
        credentials,
      });
    }
    const result = await readResponse(response, call.maxResponseBytes);
    if (result.kind === 'json') await call.checkResponse?.(result.value, response.status, context);
    return { result, link: response.headers.get('link') };
  } catch (thrown) {
    throw callError(thrown, call, context.signal, timeout);
  }
}

/** A request with its credentials, which are also listed for masking. */
interface PreparedRequest {
  readonly url: string;
  readonly init: RequestInit;
  readonly credentials: readonly string[];
}

async function prepareRequest(
  { operation, authentication, idempotencyHeader }: OperationConnection,
  request: ApiRequest,
  context: ToolContext,
): Promise<PreparedRequest> {
  const url = new URL(request.url);
  const headers = headersOf({
    accept: acceptOf(operation),
    ...request.headers,
    ...(idempotencyHeader !== undefined && { [idempotencyHeader.toLowerCase()]: context.idempotencyKey }),
  });
  const credentials = await authentication.apply({ headers, url }, context);
  const body = request.body === undefined ? {} : { body: request.body };
  return {
    url: url.href,
    init: { method: request.method, headers: Object.fromEntries(headers), ...body },
    credentials,
  };
}

function headersOf(fields: Readonly<Record<string, string>>): Headers {
  try {
    return new Headers(fields);
  } catch (cause) {
    // The original error would show the value to the model.
    throw new ToolError("The request has a header that HTTP doesn't allow.", { cause });
  }
}

/** Returns the media types of successful responses. If the document declares none, JSON is preferred. */
function acceptOf({ responses }: Operation): string {
  const types = acceptedTypes(responses);
  return types.every((type) => type === '*/*') ? 'application/json, */*;q=0.5' : types.join(', ');
}
