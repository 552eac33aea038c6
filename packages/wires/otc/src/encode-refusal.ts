import type { MissingRequirements, RefusalCode, RefusedOutcome } from '@toolwire/core';
import { addHeaders, type HttpResponse, jsonResponse, retryAfter } from '@toolwire/core/wire';
import { type Envelope, schemaOf } from './envelope.ts';
import type { OtcSettings } from './options.ts';

/** Writes a refusal (OTC-CALL-07, OTC-CALL-08, OTC-ERR-01): 400 for every cause on a call, unless richer statuses were asked for. */
export function encodeRefusal(refusal: RefusedOutcome, envelope: Envelope, settings: OtcSettings): HttpResponse {
  const response = jsonResponse(statusOf(refusal.code, settings), {
    ...schemaOf(envelope),
    message: refusal.message,
    developer_message: refusal.developerMessage,
    missing_requirements: refusal.missing && encodeMissing(refusal.missing),
  });
  const challenge = refusal.challenge === undefined ? {} : { 'www-authenticate': refusal.challenge };
  return addHeaders(retryAfter(response, refusal.retryAfterMs), { ...headersFor[refusal.code], ...challenge });
}

const headersFor: Readonly<Partial<Record<RefusalCode, Readonly<Record<string, string>>>>> = {
  // The rest of the body is not read, so the connection cannot be used again.
  body_too_large: { connection: 'close' },
  // E24: the renamed protocol's official client retries a 400 only when this header says so.
  unavailable: { 'x-should-retry': 'true' },
  overloaded: { 'x-should-retry': 'true' },
};

function statusOf(code: RefusalCode, settings: OtcSettings): number {
  if (code === 'method_not_allowed') return 405;
  // OTC-CALL-07e, E22
  if (code === 'unauthenticated') return settings.callAuthStatus;
  return (settings.httpStatuses === 'rich' ? richStatuses[code] : undefined) ?? 400;
}

// E25: what HTTP itself would say, for those who ask for it.
const richStatuses: Readonly<Partial<Record<RefusalCode, number>>> = {
  unavailable: 503,
  overloaded: 429,
  body_too_large: 413,
  unsupported_media_type: 415,
  internal: 500,
};

function encodeMissing({ authorization, secrets, userId }: MissingRequirements): object {
  // OXP-CH-01: an address to check comes from the renamed protocol; the standard allows more members.
  const providers = authorization?.map(({ id, url, checkUrl, scopes }) => ({
    id,
    url,
    check_url: checkUrl,
    // As a definition names them (OTC-DEF-13).
    oauth2: scopes && { scopes },
  }));
  return { authorization: providers, secrets, user_id: userId };
}
