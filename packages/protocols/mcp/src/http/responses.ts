import type { RefusedOutcome } from '@toolwire/core';
import { bodyRefusalCode, jsonHeaders, refusalHeaders, refusalStatus } from '@toolwire/core/internal';
import type { Exchange, HttpResponse } from '@toolwire/core/wire';
import { invalidRequest, type UnreadableBody, unreadableError, unsupportedVersionError } from '../json-rpc/errors.ts';
import type { RpcId } from '../json-rpc/message.ts';
import { errorResponse, errorText, type RpcResponse } from '../json-rpc/responses.ts';
import { defaultRevision, findRevision, legacyRevisions, modernRevision, unreadableId } from '../json-rpc/revisions.ts';
import { refusalError } from '../tools/encode-refusal.ts';
import { bodyOf } from './chunked-text.ts';

/** Converts a response to HTTP. */
export function jsonResponse({ status, body, headers }: RpcResponse): HttpResponse {
  return {
    status,
    headers: headers === undefined ? jsonHeaders : { ...jsonHeaders, ...headers },
    body: typeof body === 'string' ? body : bodyOf(body),
  };
}

/** The response to notifications and responses: 202 without a body. MCP-HTTP-03 */
export const accepted: HttpResponse = { status: 202, headers: { 'cache-control': 'no-store' } };

/** The response to a request that the server refused before reading it. */
export function refusalResponse(refusal: RefusedOutcome): HttpResponse {
  return {
    status: refusalStatus[refusal.code],
    headers: { ...jsonHeaders, ...refusalHeaders(refusal) },
    body: errorText(undefined, refusalError(refusal)),
  };
}

/** The error response for an unsupported version in the header. `undefined` for supported or missing versions. */
export function refuseVersion(version: string | undefined): HttpResponse | undefined {
  return version === undefined || findRevision(version) !== undefined
    ? undefined
    : unsupportedVersion(version, undefined);
}

/** The error response for a version that is unsupported here. */
export function unsupportedVersion(requested: string | undefined, id: RpcId | undefined): HttpResponse {
  // Status 400 with the supported versions. MCP-HEAD-01
  const supported = [modernRevision, ...legacyRevisions].map(({ version }) => version);
  return jsonResponse(errorResponse(id, unsupportedVersionError(supported, requested), 400));
}

/** The error response for an unparsable body. It never quotes the body. */
export function unreadableBody(unreadable: UnreadableBody, version: string | undefined): HttpResponse {
  const { problem } = unreadable;
  const status = refusalStatus[bodyRefusalCode(problem)];
  const response = jsonResponse(errorResponse(unreadableIdFor(version), unreadableError(unreadable), status));
  // The rest of the body is unread, so the connection can't be reused.
  return problem === 'too_large' ? { ...response, headers: { ...response.headers, connection: 'close' } } : response;
}

/** The error response for a message that is not handled, with its ID if readable. */
export function refuseMessage(
  message: string,
  version: string | undefined,
  id: RpcId | undefined,
  status = 400,
): HttpResponse {
  return jsonResponse(errorResponse(id ?? unreadableIdFor(version), invalidRequest(message), status));
}

/** The exchange of a request that is answered without the server. */
export function respondWith(response: HttpResponse): Exchange {
  return { op: 'answer', response };
}

/** The `id` of an error response to an unreadable message, for the version in the header of a request. */
function unreadableIdFor(version: string | undefined): null | undefined {
  return unreadableId(version === undefined ? defaultRevision : findRevision(version));
}
