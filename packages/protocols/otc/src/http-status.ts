import type { RefusalCode } from '@toolwire/core';
import type { OtcSettings } from './options.ts';

/** The status of every result, also of a tool that ran and failed (OTC-CALL-04, OTC-CALL-12). */
export const resultStatus = 200;

/** The status of a listing without valid credentials, which the standard allows (OTC-LIST-07, E23). */
export const listingAuthStatus = 401;

/** The status of invalid input (OTC-CALL-11, OTC-ERR-02). */
export const invalidInputStatus = 422;

/**
 * The HTTP status of a refusal: 400 for nearly every cause (OTC-CALL-07, OTC-CALL-08), unless the option `httpStatuses` enables others.
 * Refused bodies come here as well: `bodyRefusalCode` of core maps them to a code first.
 */
export function otcStatusOf(code: RefusalCode, settings: OtcSettings): number {
  if (code === 'method_not_allowed') return 405;
  // 400 for calls by default, and 401 for the listing. OTC-CALL-07e, E22
  if (code === 'unauthenticated') return settings.authStatus;
  return (settings.httpStatuses === 'rich' ? richStatuses[code]?.[0] : undefined) ?? 400;
}

// The usual HTTP statuses, as an option (E25), with their meaning. For example, a server that drains is `unavailable`:
// `shutdown-state.ts` of `@toolwire/server`.
const richStatuses: Readonly<Partial<Record<RefusalCode, readonly [status: number, meaning: string]>>> = {
  unavailable: [503, 'The server is unavailable.'],
  overloaded: [429, 'The server is overloaded.'],
  body_too_large: [413, 'The body is too large.'],
  unsupported_media_type: [415, 'The media type of the body is not JSON.'],
  internal: [500, 'The server failed.'],
};

/** The meanings of the statuses of refused calls, except 400 and 422, for the OpenAPI document. */
export function refusalMeanings({ authStatus, httpStatuses }: OtcSettings): Readonly<Record<number, string>> {
  return {
    ...(authStatus === 401 && { [authStatus]: 'The credentials are not accepted.' }),
    ...(httpStatuses === 'rich' && Object.fromEntries(Object.values(richStatuses))),
  };
}
