import type { BodyProblem } from '@toolwire/core/wire';

// The types that raw-body and Express' own parsers put on their errors.
const problemOfType: ReadonlyMap<unknown, BodyProblem> = new Map([
  ['entity.parse.failed', 'not_json'],
  ['entity.verify.failed', 'not_json'],
  ['entity.too.large', 'too_large'],
  ['encoding.unsupported', 'media_type'],
  ['charset.unsupported', 'media_type'],
  ['request.aborted', 'interrupted'],
  ['request.size.invalid', 'interrupted'],
]);

// What zlib says of bytes that it cannot unpack: Z_DATA_ERROR, ERR__ERROR_FORMAT_… (brotli), ZSTD_error_….
const unpacking = /^(?:Z_|ERR__ERROR_|ZSTD_error_)/;

/** What a body parser's error says about the body; nothing for errors that are about something else. */
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
  // Koa's parsers have no types: co-body leaves the body on what JSON.parse has thrown, inflation has its own words.
  if (error instanceof SyntaxError && status === 400 && 'body' in error) return 'not_json';
  if (status === 415 && String(message).startsWith('Unsupported Content-Encoding')) return 'media_type';
  return undefined;
}
