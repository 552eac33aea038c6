import { isObject, isPrivateUrl, parseUrl } from '@toolwire/internal';
import type { FetchJson } from './fetch-json.ts';

/** An endpoint in an issuer's metadata: its key set, or token introspection. */
export type DiscoverableEndpoint = 'jwks_uri' | 'introspection_endpoint';

/**
 * Reads an endpoint from an issuer's metadata (RFC 8414, or OpenID Connect Discovery with either path). The first document
 * that can be fetched is used. Metadata of another issuer is rejected (RFC 8414, 3.3), and so is a plain http endpoint of an https
 * issuer or on another machine.
 */
export async function discoverEndpoint(
  issuer: string,
  name: DiscoverableEndpoint,
  fetchJson: FetchJson,
  signal: AbortSignal,
): Promise<string> {
  const causes: unknown[] = [];
  for (const url of metadataUrls(issuer)) {
    let metadata: unknown;
    try {
      metadata = await fetchJson(url, `The metadata at ${url}`, signal);
    } catch (cause) {
      signal.throwIfAborted();
      causes.push(cause);
      continue;
    }
    return endpointIn(metadata, name, issuer, url);
  }
  throw new AggregateError(causes, `No metadata of the issuer ${issuer} could be read.`);
}

function metadataUrls(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const urls = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(urls)];
}

function endpointIn(metadata: unknown, name: DiscoverableEndpoint, issuer: string, url: string): string {
  if (!isObject(metadata) || metadata['issuer'] !== issuer) {
    throw new Error(
      `The metadata at ${url} does not name ${issuer} as its issuer. Both must be equal, including a trailing slash.`,
    );
  }
  const endpoint = metadata[name];
  if (typeof endpoint === 'string' && isSecureUrl(endpoint)) {
    // An https issuer may not name a plain http endpoint, not even on this machine.
    if (new URL(endpoint).protocol === 'https:' || new URL(issuer).protocol === 'http:') return endpoint;
  }
  throw new Error(
    `The metadata at ${url} has no secure URL as ${name}: https, or http if the issuer is on this machine too.`,
  );
}

/** Returns whether an issuer's metadata can be fetched: a secure URL without a query or fragment (RFC 8414, section 2). */
export function isIssuerUrl(issuer: string): boolean {
  return isSecureUrl(issuer) && !/[?#]/.test(issuer);
}

/** Returns whether responses cannot be changed in transit: https, or http on this machine. */
export function isSecureUrl(text: string): boolean {
  const url = parseUrl(text);
  // Errors quote the URL, so it must not contain a password; `fetch` rejects such URLs, too.
  return url !== undefined && url.username === '' && url.password === '' && isPrivateUrl(url);
}
