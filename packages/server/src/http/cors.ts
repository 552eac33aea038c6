import type { HostRequest, HttpResponse } from '@toolwire/core';

/** Which web pages of other origins may call; nothing is sent unless this is asked for. */
export interface CorsOptions {
  /** The origins that may call, such as `https://app.example`, or `*` for any. */
  readonly origins: readonly string[] | '*';
  /** How long a browser may remember the answer to a preflight, in seconds. */
  readonly maxAgeSeconds?: number;
}

/** The CORS headers for an answer to this request; none for origins that were not named. */
export function corsHeaders(request: HostRequest, cors: CorsOptions): Readonly<Record<string, string>> {
  const origin = request.header('origin');
  if (origin === undefined) return {};
  if (cors.origins === '*') return { 'access-control-allow-origin': '*' };
  const allowed = cors.origins.includes(origin) ? { 'access-control-allow-origin': origin } : {};
  return { ...allowed, vary: 'Origin' };
}

/** What a preflight asks on top: which methods and headers the call itself may use. */
export function preflightHeaders(allow: string, cors: CorsOptions): Readonly<Record<string, string>> {
  return {
    'access-control-allow-methods': allow,
    'access-control-allow-headers': 'authorization, content-type, otc-api-key, traceparent',
    ...(cors.maxAgeSeconds === undefined ? {} : { 'access-control-max-age': String(cors.maxAgeSeconds) }),
  };
}

/** The same answer with the headers that let a page read it. */
export function shareWith(request: HostRequest, response: HttpResponse, cors: CorsOptions): HttpResponse {
  return { ...response, headers: { ...response.headers, ...corsHeaders(request, cors) } };
}
