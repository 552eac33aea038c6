import { jsonHeaders } from '@toolwire/core/internal';
import type { HttpResponse } from '@toolwire/core/wire';
import { type IncomingRequest, isHeader, isHttp2Request } from './http-messages.ts';

// Node shows this many header fields of a request and no more, while its parser obeys all of them.
const shownFields = 1000;

/** Refuses a request for its head alone, where node would let it through and a proxy in front may read it otherwise. */
export function refuseHead(request: IncomingRequest): HttpResponse | undefined {
  // The frames of HTTP/2 can't be read in two ways, and Node limits its headers.
  if (isHttp2Request(request)) return undefined;
  const { httpVersion, rawHeaders } = request;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return lastAnswer(400, 'Send the request in HTTP/1.1');
  if (rawHeaders.length >= 2 * shownFields) return lastAnswer(431, 'The request has too many headers');
  const hosts = countHosts(rawHeaders);
  // RFC 9112, section 3.2.
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return lastAnswer(400, 'Send one Host header');
  return undefined;
}

/** An answer after which the connection ends: who sends such requests cannot be trusted with the next. */
export function lastAnswer(status: number, message: string): ReturnType<typeof plainResponse> {
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

/** An answer to what belongs to no wire, in the shape all of them share: JSON with a message. */
export function plainResponse(status: number, message: string): HttpResponse & { readonly body: string } {
  return {
    status,
    headers: jsonHeaders,
    body: JSON.stringify({ message }),
  };
}
