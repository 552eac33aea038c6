import type { OutgoingHttpHeaders } from 'node:http';
import type { Writable } from 'node:stream';
import type { MaybePromise } from '@toolwire/core';
import { headersOverHost } from '@toolwire/core/internal';
import type { HttpResponse } from '@toolwire/core/wire';
import {
  headersOf,
  type IncomingRequest,
  isClosed,
  isHttp2,
  isHttp2Request,
  type OutgoingResponse,
} from './http-messages.ts';
import { closeStream, writeStream } from './write-stream.ts';

/** Writes a response, with the headers that the framework has already set. Writes nothing after a disconnect. */
export function writeResponse(
  answer: HttpResponse,
  request: IncomingRequest,
  response: OutgoingResponse,
): MaybePromise<void> {
  const { status, body } = answer;
  const isStream = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);
  if (isClosed(response) || response.headersSent) return isStream ? closeStream(body) : undefined;
  const headers: OutgoingHttpHeaders = headersOverHost(headersOf(answer, request), (name) => response.getHeader(name));
  if (isStream) {
    response.writeHead(status, headers);
    return writeStream(body, response);
  }
  if (body !== undefined) headers['content-length'] = Buffer.byteLength(body);
  if (isStillSending(request)) return writeWhileSending({ status, headers, body }, request, response);
  // restify's `writeHead` returns nothing to chain from.
  response.writeHead(status, headers);
  const output: Writable = response;
  output.end(body);
}

/** Whether more of a request's body may arrive. A request without a body is not complete at first either. */
export function isStillSending(request: IncomingRequest): boolean {
  if (request.complete) return false;
  if (isHttp2Request(request)) return !request.stream.endAfterHeaders;
  const { headers } = request;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A response that is not a stream. */
interface WholeResponse {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Uint8Array | undefined;
}

// The caller is still sending a body that won't be read. It gets the whole response, then the connection or the HTTP/2 stream ends
// (RFC 9113, section 8.1).
async function writeWhileSending(
  { status, headers, body }: WholeResponse,
  request: IncomingRequest,
  response: OutgoingResponse,
): Promise<void> {
  response.writeHead(status, isHttp2(response) ? headers : { ...headers, connection: 'close' });
  const output: Writable = response;
  if (body !== undefined) output.write(body);
  await drainRequest(request);
  output.end();
}

const maxLingerMs = 1000;
const maxLingerBytes = 16 * 1024 * 1024;

/**
 * Reads the rest of a refused request for a moment. If the connection closed immediately, the caller would see a reset and not
 * the response.
 */
function drainRequest(request: IncomingRequest): Promise<void> {
  return new Promise((resolve) => {
    let length = 0;
    const finish = (): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', finish).off('close', finish);
      resolve();
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxLingerBytes) finish();
    };
    const timer = setTimeout(finish, maxLingerMs);
    request.on('data', onData).on('end', finish).on('close', finish).resume();
  });
}
