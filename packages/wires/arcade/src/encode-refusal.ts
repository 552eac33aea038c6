import type { RefusalCode, RefusedOutcome } from '@toolwire/core';
import { addHeaders, type HttpResponse, jsonResponse, refusalStatus, retryAfter } from '@toolwire/core/wire';

/** `execute`: 400 for what was asked wrongly, with a message. `worker`: the statuses of HTTP, with FastAPI's `detail`. */
export type RefusalStyle = 'execute' | 'worker';

/** Tells of a call that was refused before there was anything to execute. */
export function encodeRefusal(refusal: RefusedOutcome, style: RefusalStyle): HttpResponse {
  const { code, message, developerMessage, challenge, retryAfterMs } = refusal;
  const body = style === 'worker' ? { detail: message } : { message, developer_message: developerMessage };
  const response = jsonResponse(statusOf(code, style), body);
  return addHeaders(retryAfter(response, retryAfterMs), {
    ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
    // The rest of the body is not read, so the connection cannot be used again.
    ...(code === 'body_too_large' ? { connection: 'close' } : {}),
  });
}

function statusOf(code: RefusalCode, style: RefusalStyle): number {
  const status = refusalStatus[code];
  return style === 'worker' || alwaysTold.has(status) ? status : 400;
}

// Which have nothing to do with what was asked, or which HTTP itself demands.
const alwaysTold: ReadonlySet<number> = new Set([401, 404, 405, 429, 500, 503]);
