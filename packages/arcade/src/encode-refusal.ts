import {
  addHeaders,
  type HttpResponse,
  jsonResponse,
  type RefusalCode,
  type RefusedOutcome,
  retryAfter,
} from '@toolwire/core';

/** `execute`: 400 for what was asked wrongly, with a message. `worker`: the statuses of HTTP, with FastAPI's `detail`. */
export type RefusalStyle = 'execute' | 'worker';

/** Tells of a call that was refused before there was anything to execute. */
export function encodeRefusal(refusal: RefusedOutcome, style: RefusalStyle): HttpResponse {
  const { code, message, developerMessage, challenge, retryAfterMs } = refusal;
  const body = style === 'worker' ? { detail: message } : { message, developer_message: developerMessage };
  const response = jsonResponse(statusOf(code, style), body);
  return addHeaders(retryAfter(response, retryAfterMs), {
    ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
    // What is left of the body will not be read, so the connection cannot be used again.
    ...(code === 'body_too_large' ? { connection: 'close' } : {}),
  });
}

function statusOf(code: RefusalCode, style: RefusalStyle): number {
  const status = statuses[code];
  return style === 'worker' || alwaysTold.has(status) ? status : 400;
}

// Which have nothing to do with what was asked, or which HTTP itself demands.
const alwaysTold: ReadonlySet<number> = new Set([401, 404, 405, 429, 500, 503]);

const statuses: Readonly<Record<RefusalCode, number>> = {
  unauthenticated: 401,
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
