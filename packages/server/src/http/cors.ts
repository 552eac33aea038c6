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
  if (cors.origins === '*') return origin === undefined ? {} : { 'access-control-allow-origin': '*', ...exposed };
  const isAllowed = origin !== undefined && cors.origins.includes(origin);
  // Without an origin too: a cache must not hand that answer to a page, which could not read it.
  return { ...(isAllowed ? { 'access-control-allow-origin': origin, ...exposed } : {}), vary: 'Origin' };
}

// What wires and the server say in headers is for clients in pages as well.
const exposed = {
  'access-control-expose-headers':
    'deprecation, etag, idempotency-replayed, link, retry-after, sunset, www-authenticate, x-should-retry',
};

/** What a preflight asks on top: which methods and headers the call itself may use. */
export function preflightHeaders(
  request: HostRequest,
  allow: string,
  { cors, credentialHeaders }: { readonly cors: CorsOptions; readonly credentialHeaders: readonly string[] },
): Readonly<Record<string, string>> {
  const allowed = new Set([...readHeaders, ...credentialHeaders, ...askedParameters(request)]);
  return {
    'access-control-allow-methods': allow,
    'access-control-allow-headers': [...allowed].join(', '),
    ...(cors.maxAgeSeconds === undefined ? {} : { 'access-control-max-age': String(cors.maxAgeSeconds) }),
  };
}

/** The headers in which a verifier, or any of those that it consists of, looks for credentials. */
export function credentialHeadersOf(verifier: CredentialReader | undefined): readonly string[] {
  if (verifier === undefined) return [];
  const { header, parts = [] } = verifier;
  return [...(header === undefined ? [] : [header.toLowerCase()]), ...parts.flatMap(credentialHeadersOf)];
}

interface CredentialReader {
  readonly header?: string | undefined;
  readonly parts?: readonly CredentialReader[] | undefined;
}

/** What the wires and the stages read of a request. */
const readHeaders = [
  'accept',
  'authorization',
  'baggage',
  'content-type',
  'if-none-match',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'otc-api-key',
  'otc-version',
  'oxp-api-key',
  'oxp-version',
  'traceparent',
  'tracestate',
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
