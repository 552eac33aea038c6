import type { BodyProblem, HostBody } from '@toolwire/core/wire';
import type { IncomingRequest } from './http-messages.ts';

/** Reads a body that the framework has parsed; `undefined` if the stream is unread. */
export type ParsedBody = (request: IncomingRequest) => HostBody | undefined;

// The error types of raw-body and of Express' parsers.
const problemOfType: ReadonlyMap<unknown, BodyProblem> = new Map([
  ['entity.parse.failed', 'not_json'],
  ['entity.verify.failed', 'not_json'],
  ['entity.too.large', 'too_large'],
  ['encoding.unsupported', 'media_type'],
  ['charset.unsupported', 'media_type'],
  ['request.aborted', 'interrupted'],
  ['request.size.invalid', 'interrupted'],
]);

// Codes of zlib, brotli and zstd errors: Z_DATA_ERROR, ERR__ERROR_FORMAT_…, ZSTD_error_….
const unpacking = /^(?:Z_|ERR__ERROR_|ZSTD_error_)/;

/** Returns the problem with the body that a body parser's error reports; `undefined` for other errors. */
export function bodyProblemOf(error: unknown): BodyProblem | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { type, code, status, message } = error as {
    type?: unknown;
    code?: unknown;
    status?: unknown;
    message?: unknown;
  };
  const problem = problemOfType.get(type);
  if (problem !== undefined) return problem;
  if (typeof code === 'string' && unpacking.test(code)) return 'media_type';
  // Errors of Koa's parsers have no type: co-body adds the body to the error of JSON.parse.
  if (error instanceof SyntaxError && status === 400 && 'body' in error) return 'not_json';
  if (status === 415 && String(message).startsWith('Unsupported Content-Encoding')) return 'media_type';
  return undefined;
}

/**
 * Returns the body that a parser before the adapter has read; `undefined` while the stream is unread, because Express 4 sets `{}` even
 * if its parser skipped the request.
 */
export function bodyLeftBy(request: IncomingRequest, parsed: unknown): HostBody | undefined {
  if (!request.readableEnded) return undefined;
  if (parsed instanceof Uint8Array) return { kind: 'bytes', bytes: parsed };
  if (typeof parsed === 'string') return { kind: 'bytes', bytes: Buffer.from(parsed) };
  return parsed === undefined ? { kind: 'bytes', bytes: new Uint8Array() } : { kind: 'parsed', value: parsed };
}
