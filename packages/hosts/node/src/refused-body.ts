import { noContextValues } from '@toolwire/core';
import type { BodyProblem, HttpResponse, UniversalHandler } from '@toolwire/core/wire';
import type { IncomingRequest, OutgoingResponse } from './http-messages.ts';
import { NodeRequest } from './node-request.ts';

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

/** A body that a parser of the framework could not read. */
interface RefusedBody {
  readonly problem: BodyProblem;
  readonly request: IncomingRequest;
  readonly response: OutgoingResponse;
  /** The path and query below the mount point, if the framework doesn't change `request.url`. */
  readonly url?: string | undefined;
}

/** The server's response to a body that the app's parser has refused; `undefined` for a request to another route. */
export async function refuseBody(
  server: { readonly handle: UniversalHandler },
  { problem, request, response, url }: RefusedBody,
): Promise<HttpResponse | undefined> {
  const parsedBody = () => ({ kind: 'unreadable', problem }) as const;
  const answer = await server.handle(new NodeRequest(request, response, { values: noContextValues, parsedBody, url }));
  // Only refusals, because later middleware of the app, such as its sign-in, has not run.
  return answer !== undefined && answer.status >= 400 ? answer : undefined;
}
