import { checkFunction, checkNumber, checkStrings, isObject, StartupError } from '@toolwire/internal';
import { discoverEndpoint, isIssuerUrl, isSecureUrl } from '../token/discovery.ts';
import { createFetchJson, type FetchJson } from '../token/fetch-json.ts';
import type { JwtIssuerOptions, JwtKeySetOptions, KeySet, PublicKeyAlgorithm } from './jwt-options.ts';
import { createKeyFinder, type KeyFinder } from './key-finder.ts';
import { maxAgeSeconds, RemoteKeySet } from './remote-key-set.ts';
import type { JwtSignatures } from './signed-claims.ts';

const publicKeyAlgorithms: readonly PublicKeyAlgorithm[] = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

const secondsPerHour = 60 * 60;
// A limit, so that revoked keys are not accepted forever.
const maxSecondsWhileDown = 7 * 24 * secondsPerHour;

/** Verifies signatures with public keys. */
export function publicKeySignatures(options: JwtKeySetOptions | JwtIssuerOptions): JwtSignatures {
  const { jwks, algorithms = publicKeyAlgorithms } = options;
  checkAlgorithms(algorithms);
  checkFunction('fetch', options.fetch, 'fetch: (url, init) => fetch(url, init)');
  if (jwks === undefined) return { algorithms, findKeys: findKeysByIssuer(remoteKeySets(options)) };
  if (typeof jwks === 'string' || jwks instanceof URL) {
    const url = String(jwks);
    checkUrl(url);
    const keys = remoteKeySetCreator(options)('The key set at jwks', async () => url);
    return { algorithms, findKeys: (header) => keys.find(header) };
  }
  checkKeySet(jwks);
  rejectRemoteOptions(options);
  return { algorithms, findKeys: findKeysIn(jwks) };
}

/** Copies the keys now, and loads jose with the first token. */
function findKeysIn(jwks: KeySet): JwtSignatures['findKeys'] {
  const keys = structuredClone(jwks);
  let finder: Promise<KeyFinder> | undefined;
  return async (header) => {
    finder ??= createKeyFinder(keys);
    return (await finder)(header);
  };
}

function remoteKeySets(options: JwtIssuerOptions): ReadonlyMap<string, RemoteKeySet> {
  const issuers = typeof options.issuer === 'string' ? [options.issuer] : options.issuer;
  for (const issuer of issuers) checkIssuer(issuer);
  const createRemoteKeySet = remoteKeySetCreator(options);
  return new Map(
    issuers.map((issuer) => [
      issuer,
      createRemoteKeySet(`The issuer ${issuer}`, (fetchJson, signal) =>
        discoverEndpoint(issuer, 'jwks_uri', fetchJson, signal),
      ),
    ]),
  );
}

type FindUrl = (fetchJson: FetchJson, signal: AbortSignal) => Promise<string>;

/** Checks the options of remote key sets. Returns a function that creates the key set of an issuer. */
function remoteKeySetCreator(
  options: JwtKeySetOptions | JwtIssuerOptions,
): (owner: string, findUrl: FindUrl) => RemoteKeySet {
  const { maxAgeWhileDownSeconds = secondsPerHour } = options;
  checkNumber('maxAgeWhileDownSeconds', maxAgeWhileDownSeconds, {
    unit: 'seconds',
    from: maxAgeSeconds,
    to: maxSecondsWhileDown,
  });
  const fetchJson = createFetchJson(options.fetch ?? ((url, init) => fetch(url, init)));
  return (owner, findUrl) =>
    new RemoteKeySet(
      owner,
      async (signal) => (await fetchJson(await findUrl(fetchJson, signal), 'The key set', signal)) as KeySet,
      maxAgeWhileDownSeconds * 1000,
    );
}

function checkAlgorithms(algorithms: readonly string[]): void {
  checkStrings('algorithms', algorithms, "['RS256']");
  const supported: readonly string[] = publicKeyAlgorithms;
  if (algorithms.length === 0 || algorithms.some((algorithm) => !supported.includes(algorithm))) {
    throw new StartupError(
      'TW_VERIFIERS',
      `algorithms must contain at least one of ${supported.join(', ')}, and nothing else. HS256 needs a secret instead of jwks.`,
    );
  }
}

function checkUrl(url: string): void {
  if (isSecureUrl(url)) return;
  throw new StartupError(
    'TW_OPTION_URL',
    'jwks must be an https URL without password, such as https://login.example.com/keys. Over http from another machine, keys could be replaced in transit.',
  );
}

function checkIssuer(issuer: string): void {
  if (isIssuerUrl(issuer)) return;
  throw new StartupError(
    'TW_OPTION_URL',
    'issuer must be an https URL without password or query, such as https://login.example.com. Only loopback hosts may use http. Pass the URL of its keys as jwks if it has no metadata.',
  );
}

function checkKeySet(jwks: KeySet): void {
  if (!Array.isArray(jwks?.keys) || jwks.keys.length === 0 || !jwks.keys.every(isObject)) {
    throw new StartupError('TW_OPTION_TYPE', 'jwks must be a URL, or an object such as { keys: [publicKey] }.');
  }
  for (const [index, { kty, d }] of jwks.keys.entries()) {
    if (kty === 'oct' || d !== undefined) {
      throw new StartupError(
        'TW_CREDENTIAL_INVALID',
        `jwks.keys[${index}] is ${kty === 'oct' ? 'a shared secret' : 'a private key'}. jwks may contain public keys only.`,
      );
    }
  }
}

/** Keys that are given as an object are never fetched. */
function rejectRemoteOptions(options: JwtKeySetOptions): void {
  const ignored = remoteOptions.find((name) => options[name] !== undefined);
  if (ignored === undefined) return;
  throw new StartupError(
    'TW_VERIFIERS',
    `jwt() got the keys themselves and ${ignored}, which applies to keys at a URL only. Remove one of them.`,
  );
}

const remoteOptions = ['fetch', 'maxAgeWhileDownSeconds'] as const;

/**
 * Finds the keys of the issuer that a token claims, among the configured issuers only. A URL in a token is never fetched,
 * and one issuer cannot sign for another.
 */
function findKeysByIssuer(keys: ReadonlyMap<string, RemoteKeySet>): JwtSignatures['findKeys'] {
  return async (header, claimedIssuer) => {
    const issuer = claimedIssuer();
    const keySet = typeof issuer === 'string' ? keys.get(issuer) : undefined;
    return keySet ? keySet.find(header) : { ok: false, reason: 'wrong_issuer' };
  };
}
