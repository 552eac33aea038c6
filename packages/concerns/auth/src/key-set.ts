import { checkNumber, StartUpError } from '@toolwire/internal';
import { checkFunction } from './check-function.ts';
import { discoverAddress } from './discover-address.ts';
import { createGetJson, type GetJson } from './get-json.ts';
import { issuerKeys } from './issuer-keys.ts';
import type { JwtIssuerOptions, JwtKeySetOptions, KeySet, PublicKeyAlgorithm } from './jwt-options.ts';
import { checkSeconds } from './jwt-rules.ts';
import type { JwtSignatures } from './jwt-signature.ts';
import { localKeys } from './local-keys.ts';
import { RemoteKeys } from './remote-keys.ts';
import { isIssuerAddress, isSafeAddress } from './safe-address.ts';

const publicKeyAlgorithms: readonly PublicKeyAlgorithm[] = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

const secondsOfHour = 60 * 60;
// An issuer that is down for a while does not lock everybody out, and a key that was withdrawn does not live for ever.
const longestSecondsWhileDown = 7 * 24 * secondsOfHour;

/** Signatures by the issuer's private keys, checked with its public ones. */
export function keySetSignatures(options: JwtKeySetOptions | JwtIssuerOptions): JwtSignatures {
  const { jwks, algorithms = publicKeyAlgorithms } = options;
  checkAlgorithms(algorithms);
  checkFunction('fetch', options.fetch, 'fetch: (url, init) => fetch(url, init)');
  if (jwks === undefined) return { algorithms, findKeys: issuerKeys(keysByIssuer(options)) };
  if (typeof jwks === 'string' || jwks instanceof URL) {
    const address = String(jwks);
    checkAddress(address);
    const keys = createRemoteKeys(options)('The address of jwks', async () => address);
    return { algorithms, findKeys: (header) => keys.find(header) };
  }
  checkKeySet(jwks);
  return { algorithms, findKeys: localKeys(jwks) };
}

function keysByIssuer(options: JwtIssuerOptions): ReadonlyMap<string, RemoteKeys> {
  const issuers = typeof options.issuer === 'string' ? [options.issuer] : options.issuer;
  for (const issuer of issuers) checkIssuer(issuer);
  const remoteKeys = createRemoteKeys(options);
  return new Map(
    issuers.map((issuer) => [
      issuer,
      remoteKeys(`The issuer ${issuer}`, (getJson, signal) => discoverAddress(issuer, 'jwks_uri', getJson, signal)),
    ]),
  );
}

type FindAddress = (getJson: GetJson, signal: AbortSignal) => Promise<string>;

function createRemoteKeys(
  options: JwtKeySetOptions | JwtIssuerOptions,
): (owner: string, findAddress: FindAddress) => RemoteKeys {
  const { maxAgeSeconds = 600, cooldownSeconds = 10 } = options;
  checkSeconds('maxAgeSeconds', maxAgeSeconds, 1);
  checkSeconds('cooldownSeconds', cooldownSeconds, 0);
  const { maxAgeWhileDownSeconds = Math.max(secondsOfHour, maxAgeSeconds) } = options;
  checkNumber('maxAgeWhileDownSeconds', maxAgeWhileDownSeconds, {
    unit: 'seconds',
    from: maxAgeSeconds,
    to: Math.max(longestSecondsWhileDown, maxAgeSeconds),
  });
  const times = {
    maxAgeMs: maxAgeSeconds * 1000,
    maxAgeWhileDownMs: maxAgeWhileDownSeconds * 1000,
    cooldownMs: cooldownSeconds * 1000,
  };
  const getJson = createGetJson(options.fetch ?? ((url, init) => fetch(url, init)));
  return (owner, findAddress) =>
    new RemoteKeys(
      owner,
      async (signal) => (await getJson(await findAddress(getJson, signal), 'The key set', signal)) as KeySet,
      times,
    );
}

function checkAlgorithms(algorithms: readonly string[]): void {
  const known: readonly string[] = publicKeyAlgorithms;
  if (algorithms.length === 0 || algorithms.some((algorithm) => !known.includes(algorithm))) {
    throw new StartUpError(
      'TW_VERIFIERS',
      `algorithms should name some of ${known.join(', ')}. HS256 needs a secret instead of jwks.`,
    );
  }
}

function checkAddress(address: string): void {
  if (isSafeAddress(address)) return;
  throw new StartUpError(
    'TW_OPTION_ADDRESS',
    'jwks should be an https address without password, such as https://login.example.com/keys: over http anyone on the way could put in a key.',
  );
}

function checkIssuer(issuer: string): void {
  if (isIssuerAddress(issuer)) return;
  throw new StartUpError(
    'TW_OPTION_ADDRESS',
    'issuer should be an https address without password or query, such as https://login.example.com, where it is asked for its keys. For another one, say where they are as jwks.',
  );
}

function checkKeySet(jwks: KeySet): void {
  if (!Array.isArray(jwks?.keys) || jwks.keys.length === 0) {
    throw new StartUpError('TW_OPTION_TYPE', 'jwks should be an address, or an object such as { keys: [publicKey] }.');
  }
  for (const [index, { kty, d }] of jwks.keys.entries()) {
    if (kty === 'oct' || d !== undefined) {
      throw new StartUpError(
        'TW_CREDENTIAL_UNFIT',
        `jwks.keys[${index}] is ${kty === 'oct' ? 'a shared secret' : 'a private key'}. A verifier of signatures takes public keys only.`,
      );
    }
  }
}
