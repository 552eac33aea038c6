import type { HttpResponse } from './http.ts';

/** The headers of every JSON answer: never sniffed, and never stored unless the listing says otherwise. */
export const jsonHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** A JSON answer whose text is there already. */
export function jsonText(status: number, body: string): HttpResponse {
  return { status, headers: jsonHeaders, body };
}

/** A JSON answer. */
export function jsonResponse(
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = jsonHeaders,
): HttpResponse {
  return { status, headers, body: JSON.stringify(body) };
}

/** The same answer with more headers. */
export function addHeaders(response: HttpResponse, headers: Readonly<Record<string, string>>): HttpResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}

/** Tells when to come back, in the whole seconds that HTTP knows. */
export function retryAfter(response: HttpResponse, retryAfterMs: number | undefined): HttpResponse {
  return retryAfterMs === undefined
    ? response
    : addHeaders(response, { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) });
}
