import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { MaybePromise } from '@toolwire/core';
import type { HttpResponse } from '@toolwire/core/wire';
import { drainRequest } from './drain-request.ts';
import { writeStream } from './write-stream.ts';

/** Writes an answer; headers that the host has set already are kept, but for the type of the body, and a caller who is gone is not written to. */
export function writeResponse(
  answer: HttpResponse,
  request: IncomingMessage,
  response: ServerResponse,
): MaybePromise<void> {
  if (response.destroyed || response.headersSent) return;
  const { status, body } = answer;
  const headers = newHeaders(answer, response);
  if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)) {
    response.writeHead(status, headers);
    return writeStream(body, response);
  }
  if (body !== undefined) headers['content-length'] = Buffer.byteLength(body);
  if (isStillSending(request)) return writeWhileSending(status, headers, body, request, response);
  response.writeHead(status, headers).end(body);
}

/** Tells whether more of a request's body may come; a request without one is not complete at first either. */
export function isStillSending(request: IncomingMessage): boolean {
  if (request.complete) return false;
  const { headers } = request;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function newHeaders(answer: HttpResponse, response: ServerResponse): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (const name in answer.headers) {
    if (name === 'content-type' || !response.hasHeader(name)) headers[name] = answer.headers[name];
  }
  return headers;
}

// The caller is still sending what nobody will read: it gets the whole answer, and then the connection ends.
async function writeWhileSending(
  status: number,
  headers: OutgoingHttpHeaders,
  body: string | Uint8Array | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(status, { ...headers, connection: 'close' });
  if (body !== undefined) response.write(body);
  await drainRequest(request);
  response.end();
}
