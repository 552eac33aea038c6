import type { HostRequest, HttpResponse, WireCodec } from '@toolwire/core/wire';

/** Which web pages of other origins may call. No CORS headers are sent without it. */
export interface CorsOptions {
  /** The origins that may call, such as `https://app.example`, or `*` for any. */
  readonly origins: readonly string[] | '*';
}

type Headers = Readonly<Record<string, string>>;

/** Adds CORS headers for the allowed origins. */
export interface Cors {
  /** Adds the headers that let a page read the response. */
  share(request: HostRequest, response: HttpResponse): HttpResponse;
  /** The headers of a preflight response: the allowed methods and headers; none for other origins. */
  preflight(request: HostRequest, allow: string): Headers;
}

/** Options of `createCors()`. */
export interface CreateCorsOptions {
  readonly cors: CorsOptions;
  readonly wires: readonly Pick<WireCodec, 'headers'>[];
  /** The headers for credentials. */
  readonly credentialHeaders: readonly string[];
}

/** Allows pages to send the headers that protocols and the verifier read, and to read the headers that protocols send. */
export function createCors({ cors, wires, credentialHeaders }: CreateCorsOptions): Cors {
  const allowsOrigin = createOriginCheck(cors);
  // Each protocol lists them as `headers.reads` in its `routes.ts`, and MCP in `http/headers.ts`.
  const requestHeaders = wires.flatMap(({ headers }) => headers?.reads ?? []);
  const isPrefix = (name: string): boolean => name.endsWith('*');
  const names = new Set([...commonHeaders, ...credentialHeaders, ...requestHeaders.filter((name) => !isPrefix(name))]);
  const prefixes = requestHeaders.filter(isPrefix).map((name) => name.slice(0, -1));
  const responseHeaders = [...new Set(wires.flatMap(({ headers }) => headers?.sends ?? []))].sort().join(', ');
  const exposed: Headers = responseHeaders === '' ? {} : { 'access-control-expose-headers': responseHeaders };
  const headersFor = (request: HostRequest): Headers => {
    const origin = request.header('origin');
    if (cors.origins === '*') return origin === undefined ? {} : { 'access-control-allow-origin': '*', ...exposed };
    const isAllowed = origin !== undefined && allowsOrigin(origin);
    // `Vary` without an origin too: a cache must not return that response to a page.
    return { ...(isAllowed ? { 'access-control-allow-origin': origin, ...exposed } : {}), vary: 'Origin' };
  };
  return {
    share: (request, response) => ({ ...response, headers: { ...response.headers, ...headersFor(request) } }),
    preflight(request, allow) {
      if (!('access-control-allow-origin' in headersFor(request))) return {};
      const prefixed = requestedHeaders(request).filter((name) =>
        prefixes.some((prefix) => name.toLowerCase().startsWith(prefix)),
      );
      return {
        'access-control-allow-methods': allow,
        'access-control-allow-headers': [...names, ...prefixed].join(', '),
      };
    },
  };
}

/** Returns a check whether pages of an origin may call. Browsers send origins in lower case. */
export function createOriginCheck({ origins }: CorsOptions): (origin: string) => boolean {
  if (origins === '*') return () => true;
  const allowed = new Set(origins.map((origin) => origin.toLowerCase()));
  return (origin) => allowed.has(origin.toLowerCase());
}

/** The headers that the server reads for every protocol. */
const commonHeaders = ['accept', 'authorization', 'content-type'];

// If a protocol reads all headers with a prefix, the preflight request lists the actual headers.
function requestedHeaders(request: HostRequest): readonly string[] {
  const names = request.header('access-control-request-headers') ?? '';
  return names.split(',').flatMap((name) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*$/.exec(name)?.[1] ?? []);
}
