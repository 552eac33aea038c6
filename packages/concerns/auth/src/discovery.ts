import { isObject } from '@toolwire/internal';
import type { FetchJson } from './fetch-json.ts';
import { isHttps, isSecureUrl } from './secure-url.ts';

/** An endpoint in an issuer's metadata: its key set, or token introspection. */
export type DiscoverableEndpoint = 'jwks_uri' | 'introspection_endpoint';

/**
 * Reads an endpoint from an issuer's metadata (RFC 8414, or OpenID Connect Discovery with either path). The first document
 * that exists is used. Metadata of another issuer is rejected (RFC 8414, 3.3), and so is a plain http endpoint of an https issuer
 * or on another machine.
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
      `The metadata at ${url} belongs to another issuer than ${issuer}. Both must be equal, including a trailing slash.`,
    );
  }
  const endpoint = metadata[name];
  // An https issuer may not name a plain http endpoint, not even on this machine.
  const isAllowed = typeof endpoint === 'string' && isSecureUrl(endpoint) && (isHttps(endpoint) || !isHttps(issuer));
  if (isAllowed) return endpoint;
  throw new Error(`The metadata at ${url} has no https URL as ${name}.`);
}
