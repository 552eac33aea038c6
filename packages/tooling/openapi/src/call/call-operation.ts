import { artifact, type ToolContext } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { readRetryAfter } from '@toolwire/internal';
import type { Response } from 'undici';
import type { JsonRecord } from '../base/json.ts';
import type { Operation } from '../reader/document-model.ts';
import { acceptedTypes } from '../reader/responses.ts';
import { type ApiRequest, buildRequest } from '../request/build-request.ts';
import { apiError } from './api-error.ts';
import { callError } from './call-error.ts';
import type { Authentication } from './credentials.ts';
import { followPages, type Page } from './follow-pages.ts';
import type { HttpClient } from './http-client.ts';
import type { PagingPlan } from './plan-paging.ts';
import { type ApiResult, readErrorBody, readResponse } from './read-response.ts';
import { cutResult, type LargeResults, requestLess, resultArtifact, selectParts, withNote } from './shape-result.ts';

/** How the calls of one operation are sent, and how their results are shaped. */
export interface OperationCall {
  readonly operation: Operation;
  readonly baseUrl: string;
  readonly client: HttpClient;
  readonly authentication: Authentication;
  /** The header that carries the idempotency key; `undefined` for operations that only read. */
  readonly idempotencyHeader: string | undefined;
  /** Whether a repeated request has no further effect. */
  readonly isRepeatable: boolean;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly maxResultCharacters: number;
  readonly largeResults: LargeResults;
  /** The parts of a result to keep. Default: all. */
  readonly select: readonly string[] | undefined;
  /** How further pages are read; `undefined` for one page. */
  readonly paging: PagingPlan | undefined;
  /** Checks a JSON response before parts are selected. */
  readonly checkResponse: ((value: unknown, status: number, context: ToolContext) => Promise<void>) | undefined;
}

/** Calls an operation, and returns what its tool returns. */
export async function callOperation(call: OperationCall, input: JsonRecord, context: ToolContext): Promise<unknown> {
  const request = buildRequest(call.operation, input, call.baseUrl);
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
  const needsNote = note !== undefined && result === selected;
  return needsNote ? withNote(selected, note) : result;
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
    if (response.status >= 400) {
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

function pageOf({ result, link }: Received): Page {
  return { value: result.kind === 'json' ? result.value : undefined, link };
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
  const headers = headersOf({
    accept: acceptOf(operation),
    ...request.headers,
    ...(idempotencyHeader !== undefined && { [idempotencyHeader.toLowerCase()]: context.idempotencyKey }),
  });
  const credentials = await authentication.apply({ headers, url }, context);
  const body = request.body === undefined ? {} : { body: request.body };
  const init = { method: request.method, headers: Object.fromEntries(headers), signal, ...body };
  return { response: await client.send(url.href, init), credentials };
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
    `The result has ${json.length} characters, and the limit is ${maxResultCharacters}. ${requestLess}`,
  );
}
