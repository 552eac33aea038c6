import { isObject } from '@toolwire/internal';
import type { GetJson } from './get-json.ts';
import { isSafeAddress } from './safe-address.ts';

/** What an issuer's metadata may say the address of: its keys, or where it answers questions about tokens. */
export type DiscoveredAddress = 'jwks_uri' | 'introspection_endpoint';

/**
 * Asks an issuer for one of its addresses: by RFC 8414, and by OpenID Connect with its well-known part in both places. The
 * first document that is there decides; one that is of another issuer is refused (RFC 8414, 3.3), and so is an address over plain http.
 */
export async function discoverAddress(
  issuer: string,
  name: DiscoveredAddress,
  getJson: GetJson,
  signal: AbortSignal,
): Promise<string> {
  const causes: unknown[] = [];
  for (const address of metadataAddresses(issuer)) {
    let metadata: unknown;
    try {
      metadata = await getJson(address, `The metadata at ${address}`, signal);
    } catch (cause) {
      signal.throwIfAborted();
      causes.push(cause);
      continue;
    }
    return addressIn(metadata, name, issuer, address);
  }
  throw new AggregateError(causes, `The issuer ${issuer} says nowhere what its ${name} is.`);
}

function metadataAddresses(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const addresses = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(addresses)];
}

function addressIn(metadata: unknown, name: DiscoveredAddress, issuer: string, address: string): string {
  if (!isObject(metadata) || metadata['issuer'] !== issuer) {
    throw new Error(
      `The metadata at ${address} is not of the issuer ${issuer}: the two must be equal, also in the slash at the end.`,
    );
  }
  const found = metadata[name];
  // What is said over https may not lead to a plain address, not even on this machine.
  const isAsSafe = typeof found === 'string' && isSafeAddress(found) && (isHttps(found) || !isHttps(issuer));
  if (isAsSafe) return found;
  throw new Error(`The metadata at ${address} has no https address as ${name}.`);
}

function isHttps(address: string): boolean {
  return new URL(address).protocol === 'https:';
}
