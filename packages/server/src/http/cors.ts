import type { HostRequest, HttpResponse, WireCodec } from '@toolwire/core/wire';

/** Which web pages of other origins may call; nothing is sent unless this is asked for. */
export interface CorsOptions {
  /** The origins that may call, such as `https://app.example`, or `*` for any. */
  readonly origins: readonly string[] | '*';
  /** How long a browser may remember the answer to a preflight, in seconds; as long as the browser likes if left out. */
  readonly maxAgeSeconds?: number | undefined;
}

type Headers = Readonly<Record<string, string>>;

/** What lets pages of other origins call, as far as the app wants that. */
export interface Cors {
  /** The same answer with the headers that let a page read it. */
  share(request: HostRequest, response: HttpResponse): HttpResponse;
  /** What a preflight asks: which methods and headers the call itself may use; nothing for origins that were not named. */
  preflight(request: HostRequest, allow: string): Headers;
}

/** What the headers of requests and answers follow from. */
export interface CorsParts {
  readonly cors: CorsOptions;
  readonly wires: readonly Pick<WireCodec, 'headers'>[];
  /** Where callers put their credentials. */
  readonly credentialHeaders: readonly string[];
}

/** Lets pages send what the wires and the verifier read, and read what the wires send. */
export function createCors({ cors, wires, credentialHeaders }: CorsParts): Cors {
  const read = wires.flatMap(({ headers }) => headers?.reads ?? []);
  const isPrefix = (name: string): boolean => name.endsWith('*');
  const names = new Set([...ownHeaders, ...credentialHeaders, ...read.filter((name) => !isPrefix(name))]);
  const prefixes = read.filter(isPrefix).map((name) => name.slice(0, -1));
  const sent = [...new Set(wires.flatMap(({ headers }) => headers?.sends ?? []))].sort().join(', ');
  const exposed: Headers = sent === '' ? {} : { 'access-control-expose-headers': sent };
  const headersFor = (request: HostRequest): Headers => {
    const origin = request.header('origin');
    if (cors.origins === '*') return origin === undefined ? {} : { 'access-control-allow-origin': '*', ...exposed };
    const isAllowed = origin !== undefined && cors.origins.includes(origin);
    // Without an origin too: a cache must not hand that answer to a page, which could not read it.
    return { ...(isAllowed ? { 'access-control-allow-origin': origin, ...exposed } : {}), vary: 'Origin' };
  };
  return {
    share: (request, response) => ({ ...response, headers: { ...response.headers, ...headersFor(request) } }),
    preflight(request, allow) {
      if (!('access-control-allow-origin' in headersFor(request))) return {};
      const asked = askedHeaders(request).filter((name) =>
        prefixes.some((prefix) => name.toLowerCase().startsWith(prefix)),
      );
      return {
        'access-control-allow-methods': allow,
        'access-control-allow-headers': [...names, ...asked].join(', '),
        ...(cors.maxAgeSeconds === undefined ? {} : { 'access-control-max-age': String(cors.maxAgeSeconds) }),
      };
    },
  };
}

/** What the server itself reads, whatever the wires. */
const ownHeaders = ['accept', 'authorization', 'content-type'];

// Where a wire reads every name that begins in one way, only the caller knows which there are.
function askedHeaders(request: HostRequest): readonly string[] {
  const asked = request.header('access-control-request-headers') ?? '';
  return asked.split(',').flatMap((name) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*$/.exec(name)?.[1] ?? []);
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
