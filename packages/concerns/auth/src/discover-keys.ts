import { isObject } from '@toolwire/internal';
import type { GetJson } from './get-json.ts';
import { isSafeAddress } from './safe-address.ts';

/**
 * Asks an issuer where it publishes its keys: by RFC 8414, and by OpenID Connect with its well-known part in both places. The
 * first document that is there decides; one that is of another issuer is refused (RFC 8414, 3.3), and so is an address over plain http.
 */
export async function discoverKeys(issuer: string, getJson: GetJson, signal: AbortSignal): Promise<string> {
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
    return keysOf(metadata, issuer, address);
  }
  throw new AggregateError(causes, `The issuer ${issuer} says nowhere where its keys are.`);
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

function keysOf(metadata: unknown, issuer: string, address: string): string {
  if (!isObject(metadata) || metadata['issuer'] !== issuer) {
    throw new Error(
      `The metadata at ${address} is not of the issuer ${issuer}: the two must be equal, also in the slash at the end.`,
    );
  }
  const { jwks_uri: keys } = metadata;
  // What is said over https may not lead to a plain address, not even on this machine.
  const isAsSafe = typeof keys === 'string' && isSafeAddress(keys) && (isHttps(keys) || !isHttps(issuer));
  if (isAsSafe) return keys;
  throw new Error(`The metadata at ${address} has no https address as jwks_uri.`);
}

function isHttps(address: string): boolean {
  return new URL(address).protocol === 'https:';
}
