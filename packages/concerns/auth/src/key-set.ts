import { StartUpError } from '@toolwire/internal';
import type { JwtKeySetOptions, KeySet, PublicKeyAlgorithm } from './jwt-options.ts';
import { checkSeconds } from './jwt-rules.ts';
import type { JwtSignatures } from './jwt-signature.ts';
import { localKeys } from './local-keys.ts';
import { isLoopback } from './loopback.ts';
import { RemoteKeys } from './remote-keys.ts';

const publicKeyAlgorithms: readonly PublicKeyAlgorithm[] = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

/** Signatures by the issuer's private keys, checked with its public ones. */
export function keySetSignatures(options: JwtKeySetOptions): JwtSignatures {
  const { jwks, algorithms = publicKeyAlgorithms } = options;
  checkAlgorithms(algorithms);
  if (typeof jwks === 'string' || jwks instanceof URL) {
    const remote = remoteKeys(String(jwks), options);
    return { algorithms, findKeys: (header) => remote.find(header) };
  }
  checkKeySet(jwks);
  return { algorithms, findKeys: localKeys(jwks) };
}

function remoteKeys(address: string, options: JwtKeySetOptions): RemoteKeys {
  const { fetch: load = (url, init) => fetch(url, init), maxAgeSeconds = 600, cooldownSeconds = 10 } = options;
  checkAddress(address);
  checkSeconds('maxAgeSeconds', maxAgeSeconds, 1);
  checkSeconds('cooldownSeconds', cooldownSeconds, 0);
  return new RemoteKeys(address, load, maxAgeSeconds * 1000, cooldownSeconds * 1000);
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
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) {
    return;
  }
  throw new StartUpError(
    'TW_OPTION_ADDRESS',
    'jwks should be an https address, such as https://login.example.com/.well-known/jwks.json: over http anyone on the way could put in a key.',
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
