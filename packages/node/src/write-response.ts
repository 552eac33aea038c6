import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HttpResponse } from '@toolwire/core';
import { drainRequest } from './drain-request.ts';

/** Writes an answer; headers that the host has set already are kept, and a caller who is gone is not written to. */
export async function writeResponse(
  answer: HttpResponse,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (response.destroyed || response.headersSent) return;
  const { body } = answer;
  const headers = newHeaders(answer, response);
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
    if (request.complete) {
      response.writeHead(answer.status, headers).end(body);
      return;
    }
    headers['connection'] = 'close';
    response.writeHead(answer.status, headers);
    if (body !== undefined) response.write(body);
    await drainRequest(request);
    response.end();
    return;
  }
  response.writeHead(answer.status, headers);
  await pump(body, response);
}

function newHeaders(answer: HttpResponse, response: ServerResponse): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name in answer.headers) {
    if (!response.hasHeader(name)) headers[name] = answer.headers[name] as string;
  }
  return headers;
}

// With backpressure; a caller who leaves ends the source as well, and is no error.
async function pump(body: AsyncIterable<Uint8Array>, response: ServerResponse): Promise<void> {
  try {
    await pipeline(Readable.from(body, { objectMode: false }), response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
