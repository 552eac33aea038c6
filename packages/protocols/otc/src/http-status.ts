import type { RefusalCode } from '@toolwire/core';
import type { OtcSettings } from './options.ts';

/** The status of every result, also of a tool that ran and failed (OTC-CALL-04, OTC-CALL-12). */
export const resultStatus = 200;

/** The status of invalid input (OTC-CALL-11, OTC-ERR-02). */
export const invalidInputStatus = 422;

/**
 * The HTTP status of a refused call: 400 for nearly every cause, also for invalid credentials (OTC-CALL-07, OTC-CALL-07e, OTC-CALL-08,
 * E22), unless the option `httpStatuses` enables others. `bodyRefusalCode` of core returns the code of an unreadable body.
 */
export function callStatusOf(code: RefusalCode, { httpStatuses }: OtcSettings): number {
  if (code === 'method_not_allowed') return 405;
  return (httpStatuses === 'rich' ? richStatuses[code]?.[0] : undefined) ?? 400;
}

/** The HTTP status of a refused listing: 401 without valid credentials, which the standard allows (OTC-LIST-07, E23). */
export function listingStatusOf(code: RefusalCode, settings: OtcSettings): number {
  return code === 'unauthenticated' ? 401 : callStatusOf(code, settings);
}

// The usual HTTP statuses, as an option (E25), with their meaning. For example, a server that drains is `unavailable`:
// `shutdown-state.ts` of `@toolwire/server`.
const richStatuses: Readonly<Partial<Record<RefusalCode, readonly [status: number, meaning: string]>>> = {
  unauthenticated: [401, 'The credentials are not accepted.'],
  unavailable: [503, 'The server is unavailable.'],
  overloaded: [429, 'The server is overloaded.'],
  body_too_large: [413, 'The body is too large.'],
  unsupported_media_type: [415, 'The media type of the body is not JSON.'],
  internal: [500, 'The server failed.'],
};

/** The meanings of the statuses of refused calls, except 400 and 422, for the OpenAPI document. */
export function refusalMeanings({ httpStatuses }: OtcSettings): Readonly<Record<number, string>> {
  return httpStatuses === 'rich' ? Object.fromEntries(Object.values(richStatuses)) : {};
}
