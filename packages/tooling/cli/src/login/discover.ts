import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
  type FetchLike,
  IssuerMismatchError,
} from '@modelcontextprotocol/client';
import { isLoopback, isObject, parseUrl } from '@toolwire/internal';
import { failure, requestError } from '../cli-error.ts';

/** The authorization server that issues tokens for a resource. */
export interface Authority {
  readonly resource: string;
  readonly server: AuthorizationServerMetadata;
  /** The scopes to request, with spaces between. */
  readonly scope: string | undefined;
}

type Challenge = ReturnType<typeof extractWWWAuthenticateParams>;

/** Reads `WWW-Authenticate`: the token that a server requires. */
export function readChallenge(header: string): Challenge {
  return extractWWWAuthenticateParams(new Response(null, { headers: { 'www-authenticate': header } }));
}

/** Creates a fetch that ends with the command. */
export function fetchUntil(signal: AbortSignal): FetchLike {
  return (url, init) => fetch(url, { ...init, signal });
}

/** Finds the authorization server of a resource (RFC 9728) and its metadata (RFC 8414, OpenID Connect). */
export async function discover(url: URL, challenge: Challenge, signal: AbortSignal): Promise<Authority> {
  const { resourceMetadataUrl } = challenge;
  // Another origin must not decide where the tokens of this server come from.
  if (resourceMetadataUrl !== undefined && resourceMetadataUrl.origin !== url.origin) {
    throw failure(
      `${url.href} points to metadata on another origin (${resourceMetadataUrl.origin}), which is not trusted.`,
    );
  }
  const options = { ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl }) };
  const metadata = await discoverOAuthProtectedResourceMetadata(url, options, fetchUntil(signal)).catch(
    (thrown: unknown) => {
      signal.throwIfAborted();
      if (thrown instanceof TypeError) throw requestError(`${url.href}: its OAuth metadata can't be loaded.`, thrown);
      throw failure(`${url.href} has no OAuth metadata (RFC 9728), so you can't sign in there.`);
    },
  );
  if (!checkResourceAllowed({ requestedResource: url, configuredResource: metadata.resource })) {
    throw failure(`${url.href} has OAuth metadata for another resource, which is not trusted.`);
  }
  const [issuer] = metadata.authorization_servers ?? [];
  if (issuer === undefined || !isSafeUrl(issuer, url)) {
    throw failure(`${url.href} names no authorization server that is safe to use.`);
  }
  const server = await authorizationServer(issuer, signal);
  checkEndpoints(server, url);
  return {
    resource: metadata.resource,
    server,
    scope: challenge.scope ?? metadata.scopes_supported?.join(' '),
  };
}

async function authorizationServer(issuer: string, signal: AbortSignal): Promise<AuthorizationServerMetadata> {
  const server = await discoverAuthorizationServerMetadata(issuer, { fetchFn: fetchUntil(signal) }).catch(
    (thrown: unknown) => {
      signal.throwIfAborted();
      const endpoint = endpoints.find((name) => invalidFields(thrown).includes(name));
      if (endpoint !== undefined) throw unsafeEndpoint(issuer, endpoint);
      if (thrown instanceof IssuerMismatchError) {
        throw failure(`${issuer} has metadata for another issuer, which is not trusted.`);
      }
      const isInvalid = thrown instanceof SyntaxError || (isObject(thrown) && 'issues' in thrown);
      if (!isInvalid) throw requestError(`${issuer}: its OAuth metadata can't be loaded.`, thrown);
      throw failure(`${issuer} has invalid authorization server metadata (RFC 8414).`);
    },
  );
  if (server === undefined) throw failure(`${issuer} has no authorization server metadata (RFC 8414).`);
  return server;
}

/** The fields that the schema of the official client rejects. */
function invalidFields(thrown: unknown): readonly unknown[] {
  const issues = isObject(thrown) && Array.isArray(thrown['issues']) ? thrown['issues'].filter(isObject) : [];
  return issues.flatMap(({ path }): readonly unknown[] => (Array.isArray(path) ? path.slice(0, 1) : []));
}

const endpoints = ['authorization_endpoint', 'token_endpoint', 'registration_endpoint'] as const;

/** Refuses to send the user or their codes to an unsafe URL, which a server could name. */
function checkEndpoints(server: AuthorizationServerMetadata, url: URL): void {
  for (const name of endpoints) {
    const address = server[name];
    if (address !== undefined && !isSafeUrl(address, url)) throw unsafeEndpoint(server.issuer, name);
  }
}

function unsafeEndpoint(issuer: string, name: string): Error {
  return failure(`${issuer} must have an https URL as its ${name}.`);
}

/**
 * Whether a URL that a server has named is safe to request or to open: https, or http if both it and the server are on this machine.
 * For any other scheme the system may run a program.
 */
export function isSafeUrl(address: string, resource: URL): boolean {
  const url = parseUrl(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url) && isLoopback(resource));
}
