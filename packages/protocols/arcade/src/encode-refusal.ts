import type { RefusalCode, RefusedOutcome } from '@toolwire/core';
import { addHeaders, refusalHeaders, refusalStatus } from '@toolwire/core/internal';
import { type HttpResponse, jsonResponse } from '@toolwire/core/wire';
import type { Profile } from './options.ts';

/**
 * Encodes a call that was refused before the tool could run. Missing requirements, missing scopes and invalid input are results instead:
 * `execution-output.ts`.
 */
export function encodeRefusal(refusal: RefusedOutcome, profile: Profile): HttpResponse {
  const { code, message, developerMessage, mayHaveRun } = refusal;
  const body = profile === 'worker' ? { detail: message } : { message, developer_message: developerMessage };
  const response = jsonResponse(statusOf(code, profile), body);
  return addHeaders(response, {
    ...refusalHeaders(refusal),
    // The status means that the tool did not run, so a header must say otherwise.
    ...(mayHaveRun === true && { 'call-may-have-run': 'true' }),
  });
}

function statusOf(code: RefusalCode, profile: Profile): number {
  const status = refusalStatus[code];
  return profile === 'worker' || unchangedStatuses.has(status) ? status : 400;
}

// Statuses that are not about the content of the request, or that HTTP requires.
const unchangedStatuses: ReadonlySet<number> = new Set([401, 404, 405, 429, 500, 503]);
