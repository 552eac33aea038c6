import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { HttpResponse } from '@toolwire/core/wire';

/** A request of node:http or node:http2. */
export type IncomingRequest = IncomingMessage | Http2ServerRequest;

/** The response to a request of node:http or node:http2. */
export type OutgoingResponse = ServerResponse | Http2ServerResponse;

/** Whether this is a request of node:http2. The version alone proves nothing: node:http accepts the line `GET / HTTP/2.0`. */
export function isHttp2Request(request: IncomingRequest): request is Http2ServerRequest {
  return request.httpVersionMajor === 2 && ':method' in request.headers;
}

/** Whether this is a response of node:http2. Frameworks add fields to responses, so the request decides. */
export function isHttp2(response: OutgoingResponse): response is Http2ServerResponse {
  return isHttp2Request(response.req);
}

/** Whether the connection is gone, or over HTTP/2 the stream of this request. Nothing more can be written then. */
export function isClosed(response: OutgoingResponse): boolean {
  return isHttp2(response) ? response.stream.closed || response.stream.destroyed : response.destroyed;
}

// INTERNAL_ERROR of RFC 9113, section 7.
const internalError = 2;

/** Aborts a response, so that the caller sees that it is incomplete. */
export function cut(response: OutgoingResponse): void {
  if (isHttp2(response)) response.stream.close(internalError);
  else response.destroy();
}

/** Reads a header by its lower-case name from the raw list, because Node drops repeated Content-Type and Authorization headers. */
export function rawHeader({ rawHeaders }: Pick<IncomingRequest, 'rawHeaders'>, name: string): string | undefined {
  let joined: string | undefined;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (!isHeader(rawHeaders[index] as string, name)) continue;
    const value = rawHeaders[index + 1] as string;
    // Over HTTP/2, cookies may arrive in several fields (RFC 9113, section 8.2.3).
    joined = joined === undefined ? value : `${joined}${name === 'cookie' ? '; ' : ', '}${value}`;
  }
  return joined;
}

/** Whether a field name, as sent, equals a lower-case header name. */
export function isHeader(field: string, name: string): boolean {
  if (field.length !== name.length) return false;
  // Most names of the same length differ in the first letter. Comparing it takes a tenth of the time of a lower-case copy.
  return (field.charCodeAt(0) | 0x20) === (name.charCodeAt(0) | 0x20) && field.toLowerCase() === name;
}

/** The response headers for the request's HTTP version: HTTP/2 has no `connection` (RFC 9113, section 8.2.2). */
export function headersOf({ headers }: HttpResponse, request: IncomingRequest): HttpResponse['headers'] {
  if (!isHttp2Request(request) || headers['connection'] === undefined) return headers;
  const { connection: _connection, ...others } = headers;
  return others;
}

const authority = /^https?:\/\/([^/?#]*)/i;

/** The host in the target of a request: over HTTP/2, or if the target is a full URL. It overrides the Host header (RFC 9112, section 3.2.2). */
export function authorityOf(request: IncomingRequest): string | undefined {
  if (isHttp2Request(request)) return rawHeader(request, ':authority');
  const { url = '/' } = request;
  return url.startsWith('/') ? undefined : authority.exec(url)?.[1];
}

/** The path and query of a request target, which may be a full URL (RFC 9112, section 3.2.2). */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const [start] = authority.exec(target) ?? [];
  if (start === undefined) return target;
  const rest = target.slice(start.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
