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
  if (cors.origins === '*') return { 'access-control-allow-origin': '*', ...exposed };
  const allowed = cors.origins.includes(origin) ? { 'access-control-allow-origin': origin, ...exposed } : {};
  return { ...allowed, vary: 'Origin' };
}

// How to authenticate and when to come back is for clients in pages as well.
const exposed = { 'access-control-expose-headers': 'retry-after, www-authenticate, x-should-retry' };

/** What a preflight asks on top: which methods and headers the call itself may use. */
export function preflightHeaders(
  request: HostRequest,
  allow: string,
  cors: CorsOptions,
): Readonly<Record<string, string>> {
  return {
    'access-control-allow-methods': allow,
    'access-control-allow-headers': [...readHeaders, ...askedParameters(request)].join(', '),
    ...(cors.maxAgeSeconds === undefined ? {} : { 'access-control-max-age': String(cors.maxAgeSeconds) }),
  };
}

/** What the wires read of a request. */
const readHeaders = [
  'accept',
  'authorization',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'otc-api-key',
  'traceparent',
];

// MCP has a header for each parameter that a tool wants to be seen by proxies; only the caller knows which.
function askedParameters(request: HostRequest): readonly string[] {
  const asked = request.header('access-control-request-headers') ?? '';
  return asked.split(',').flatMap((name) => /^\s*(mcp-param-[\w!#$%&'*+.^`|~-]+)\s*$/i.exec(name)?.[1] ?? []);
}

/** The same answer with the headers that let a page read it. */
export function shareWith(request: HostRequest, response: HttpResponse, cors: CorsOptions): HttpResponse {
  return { ...response, headers: { ...response.headers, ...corsHeaders(request, cors) } };
}
