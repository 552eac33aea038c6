import { isObject } from '@toolwire/internal';
import * as oauth from 'oauth4webapi';
import { failure } from '../cli-error.ts';
import { type Http, isFit } from './http-options.ts';

/** Who gives tokens for a resource, and for which scopes. */
export interface Authority {
  /** What the tokens are for. */
  readonly resource: string;
  readonly server: oauth.AuthorizationServer;
  readonly scopes: readonly string[];
}

/** What a server said of the token it wants. */
export interface Challenge {
  readonly resourceMetadata: string | undefined;
  readonly scopes: readonly string[];
  readonly isAboutScopes: boolean;
}

/** Reads `WWW-Authenticate`. */
export function readChallenge(header: string): Challenge {
  const parameter = (name: string): string | undefined =>
    new RegExp(`\\b${name}="([^"]*)"`).exec(header)?.[1] ?? new RegExp(`\\b${name}=([^\\s,"]+)`).exec(header)?.[1];
  return {
    resourceMetadata: parameter('resource_metadata'),
    scopes: words(parameter('scope')),
    isAboutScopes: parameter('error') === 'insufficient_scope',
  };
}

export const words = (text: string | undefined): readonly string[] =>
  (text ?? '').split(' ').filter((word) => word !== '');

/** Asks a resource who gives tokens for it (RFC 9728), and that one what it can do (RFC 8414, OpenID Connect). */
export async function discover(url: URL, challenge: Challenge, options: Http): Promise<Authority> {
  const metadata = await resourceMetadata(url, challenge, options.signal);
  const resource = typeof metadata['resource'] === 'string' ? metadata['resource'] : '';
  if (!covers(resource, url)) {
    throw failure(`${url.href} names another resource as its own, so that no token is asked for.`);
  }
  const servers = metadata['authorization_servers'];
  const issuer: unknown = Array.isArray(servers) ? servers[0] : undefined;
  if (typeof issuer !== 'string' || !isFit(issuer, url)) {
    throw failure(`${url.href} names no authorization server at which you could sign in.`);
  }
  const supported = metadata['scopes_supported'];
  const scopes = Array.isArray(supported) ? supported.filter((scope) => typeof scope === 'string') : [];
  const server = await authorizationServer(new URL(issuer), options);
  checkAddresses(server, url);
  return {
    resource,
    server,
    scopes: challenge.scopes.length > 0 ? challenge.scopes : scopes,
  };
}

/** Where users and codes are sent is said by whoever the resource has named, which may be anybody. */
function checkAddresses(server: oauth.AuthorizationServer, url: URL): void {
  for (const name of ['authorization_endpoint', 'token_endpoint', 'registration_endpoint'] as const) {
    const address = server[name];
    if (address === undefined || isFit(address, url)) continue;
    throw failure(`${server.issuer} has no https address as its ${name}, so that you are not sent there.`);
  }
}

async function resourceMetadata(
  url: URL,
  { resourceMetadata: told }: Challenge,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const wellKnown = '/.well-known/oauth-protected-resource';
  const addresses =
    told === undefined
      ? [new URL(`${wellKnown}${url.pathname.replace(/\/$/, '')}`, url), new URL(wellKnown, url)]
      : [new URL(told, url)];
  for (const address of addresses) {
    // Nobody else's word counts for this server.
    if (address.origin !== url.origin) {
      throw failure(`${url.href} says that ${address.origin} knows who gives tokens for it.`);
    }
    const response = await fetch(address, { redirect: 'manual', signal });
    const found: unknown = response.ok ? await response.json() : await response.body?.cancel();
    if (isObject(found)) return found;
  }
  throw failure(`${url.href} does not say where to sign in (RFC 9728).`);
}

/** Whether tokens for a resource are for an address: it is the same, or stands below it. */
function covers(resource: string, url: URL): boolean {
  if (!URL.canParse(resource)) return false;
  const { origin, pathname } = new URL(resource);
  return origin === url.origin && `${url.pathname.replace(/\/$/, '')}/`.startsWith(`${pathname.replace(/\/$/, '')}/`);
}

async function authorizationServer(issuer: URL, options: Http): Promise<oauth.AuthorizationServer> {
  for (const algorithm of ['oauth2', 'oidc'] as const) {
    const response = await oauth.discoveryRequest(issuer, { ...options, algorithm });
    if (response.ok) return oauth.processDiscoveryResponse(issuer, response);
    await response.body?.cancel();
  }
  throw failure(`${issuer.href} does not say how to sign in there.`);
}
