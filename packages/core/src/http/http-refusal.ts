import { retryAfterSeconds } from '@toolwire/internal';
import type { RefusalCode, RefusedOutcome } from '../call/outcome.ts';
import type { BodyProblem } from './http.ts';

/** The HTTP status of each refusal in Arcade, MCP and the inspector. Open Tool Calling has its own: `http-status.ts` of `@toolwire/otc`. */
export const refusalStatus: Readonly<Record<RefusalCode, number>> = {
  unauthenticated: 401,
  insufficient_scope: 403,
  unavailable: 503,
  overloaded: 429,
  body_too_large: 413,
  unsupported_media_type: 415,
  malformed: 400,
  unsupported_protocol_version: 400,
  invalid_tool_id: 400,
  tool_not_found: 404,
  version_not_found: 404,
  missing_requirements: 400,
  call_id_conflict: 409,
  method_not_allowed: 405,
  not_found: 404,
  internal: 500,
};

/** The HTTP headers of a refusal, in every protocol. */
export function refusalHeaders({ code, challenge, retryAfterMs }: RefusedOutcome): Readonly<Record<string, string>> {
  return {
    ...(retryAfterMs !== undefined && { 'retry-after': String(retryAfterSeconds(retryAfterMs)) }),
    ...(challenge !== undefined && { 'www-authenticate': challenge }),
    // The rest of the body is unread, so the connection can't be reused.
    ...(code === 'body_too_large' && { connection: 'close' }),
  };
}

/** The refusal of a request whose body is not readable JSON. */
export function bodyRefusalCode(problem: BodyProblem): RefusalCode {
  if (problem === 'too_large') return 'body_too_large';
  return problem === 'media_type' ? 'unsupported_media_type' : 'malformed';
}
