import { readRetryAfter } from '@toolwire/internal';
import type { RefusalCode } from '../call-result.ts';

/** The statuses of temporary errors. */
const temporaryStatuses: readonly number[] = [408, 429, 502, 503, 504];

type StatusAndHeaders = Pick<Response, 'status' | 'headers'>;

/** Whether the same request may succeed later: by the status of a response, unless its headers say otherwise. */
export function isRetryableResponse({ status, headers }: StatusAndHeaders): boolean {
  // Only this header can forbid a retry (E24, E25).
  if (headers.get('x-should-retry') === 'false') return false;
  return hasRetryHeader(headers) || temporaryStatuses.includes(status);
}

function hasRetryHeader(headers: Headers): boolean {
  return readRetryAfter(headers) !== undefined || headers.get('x-should-retry') === 'true';
}

/** Returns the code of an error response without missing requirements. */
export function refusalCodeOf({ status, headers }: StatusAndHeaders): RefusalCode {
  if (status === 429) return 'overloaded';
  if (temporaryStatuses.includes(status)) return 'unavailable';
  // The standard uses a 400 with `WWW-Authenticate` for missing credentials (E22).
  if (status === 401 || status === 403 || (status === 400 && headers.has('www-authenticate'))) return 'unauthenticated';
  if (hasRetryHeader(headers) && (status === 400 || status >= 500)) return 'unavailable';
  return status < 500 ? 'rejected' : 'internal';
}
