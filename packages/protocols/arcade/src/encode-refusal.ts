import type { RefusalCode, RefusedOutcome } from '@toolwire/core';
import { addHeaders, refusalStatus, retryAfter } from '@toolwire/core/internal';
import { type HttpResponse, jsonResponse } from '@toolwire/core/wire';

/** `execute`: 400 and a `message` for invalid requests. `worker`: HTTP's own statuses and FastAPI's `detail`. */
export type RefusalStyle = 'execute' | 'worker';

/** Encodes a call that was refused before the tool could run. */
export function encodeRefusal(refusal: RefusedOutcome, style: RefusalStyle): HttpResponse {
  const { code, message, developerMessage, challenge, retryAfterMs } = refusal;
  const body = style === 'worker' ? { detail: message } : { message, developer_message: developerMessage };
  const response = jsonResponse(statusOf(code, style), body);
  return addHeaders(retryAfter(response, retryAfterMs), {
    ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
    // The rest of the body is unread, so the connection cannot be reused.
    ...(code === 'body_too_large' ? { connection: 'close' } : {}),
  });
}

function statusOf(code: RefusalCode, style: RefusalStyle): number {
  const status = refusalStatus[code];
  return style === 'worker' || unchangedStatuses.has(status) ? status : 400;
}

// Statuses that are not about the content of the request, or that HTTP requires.
const unchangedStatuses: ReadonlySet<number> = new Set([401, 404, 405, 429, 500, 503]);
