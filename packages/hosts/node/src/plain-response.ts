import { jsonHeaders } from '@toolwire/core/internal';
import type { HttpResponse } from '@toolwire/core/wire';
import { type IncomingRequest, isHeader, isHttp2Request } from './http-messages.ts';

// Node lists at most this many header fields of a request, but its parser obeys all of them.
const maxListedFields = 1000;

/** Refuses a request that Node accepts but a proxy in front of the server may read differently. Only the request line and the headers decide. */
export function refuseHead(request: IncomingRequest): HttpResponse | undefined {
  // The frames of HTTP/2 can't be read in two ways, and Node limits its headers.
  if (isHttp2Request(request)) return undefined;
  const { httpVersion, rawHeaders } = request;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return closingResponse(400, 'Send the request in HTTP/1.1');
  if (rawHeaders.length >= 2 * maxListedFields) return closingResponse(431, 'The request has too many headers');
  const hosts = countHosts(rawHeaders);
  // RFC 9112, section 3.2.
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return closingResponse(400, 'Send one Host header');
  return undefined;
}

/** A response that closes the connection, because the next request of such a client can't be trusted. */
export function closingResponse(status: number, message: string): ReturnType<typeof plainResponse> {
  const answer = plainResponse(status, message);
  return { ...answer, headers: { ...answer.headers, connection: 'close' } };
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (isHeader(rawHeaders[index] as string, 'host')) count++;
  }
  return count;
}

/** A response outside every protocol: JSON with a message, as all protocols have it. */
export function plainResponse(status: number, message: string): HttpResponse & { readonly body: string } {
  return {
    status,
    headers: jsonHeaders,
    body: JSON.stringify({ message }),
  };
}
