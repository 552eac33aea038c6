import type { IncomingMessage } from 'node:http';
import type { HostBody } from '@toolwire/core/wire';

/**
 * What a parser in front has made of the body: nothing while the stream is unread, whatever it left in its place
 * (Express 4 leaves `{}` there when the parser skipped a request).
 */
export function bodyLeftBy(request: IncomingMessage, left: unknown): HostBody | undefined {
  if (!request.readableEnded) return undefined;
  if (left instanceof Uint8Array) return { kind: 'bytes', bytes: left };
  if (typeof left === 'string') return { kind: 'bytes', bytes: Buffer.from(left) };
  return left === undefined ? { kind: 'bytes', bytes: new Uint8Array() } : { kind: 'parsed', value: left };
}
