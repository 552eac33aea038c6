import { Readable } from 'node:stream';
import type { HttpResponse } from '@toolwire/core/wire';

/** A body in the forms that frameworks on top of node:http take. */
export function frameworkBody(body: NonNullable<HttpResponse['body']>): string | Buffer | Readable {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array
    ? Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    : Readable.from(body, { objectMode: false });
}
