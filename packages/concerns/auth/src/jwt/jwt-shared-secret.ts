import { StartupError } from '@toolwire/internal';
import type { JwtSecretOptions } from './jwt-options.ts';
import type { JwtSignatures } from './signed-claims.ts';

// At least as long as the hash (RFC 7518, 3.2).
const minSecretBytes = 32;

/** Verifies HS256 signatures with a shared secret (OTC-AUTH-09). */
export function secretSignatures({ secret, allowShortSecret }: JwtSecretOptions): JwtSignatures {
  // Only `true`, so that a string such as 'false' from an environment variable allows nothing.
  const bytes = readSecret(secret, allowShortSecret === true);
  let key: Promise<CryptoKey> | undefined;
  return {
    algorithms: ['HS256'],
    findKeys: async () => {
      key ??= crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
      return { ok: true, keys: [await key] };
    },
  };
}

function readSecret(secret: string | Uint8Array, allowShort: boolean): Uint8Array<ArrayBuffer> {
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : Uint8Array.from(secret);
  if (new TextDecoder().decode(bytes).trimStart().startsWith('-----BEGIN')) {
    throw new StartupError(
      'TW_CREDENTIAL_INVALID',
      '`secret` must be a shared secret, got a PEM key. To verify tokens with a public key, pass it as a JWK: jwks: { keys: [ … ] }.',
    );
  }
  if (bytes.length === 0) {
    throw new StartupError('TW_CREDENTIAL_MISSING', 'The JWT secret is empty. Is its environment variable set?');
  }
  if (bytes.length < minSecretBytes && !allowShort) {
    throw new StartupError(
      'TW_CREDENTIAL_SHORT',
      `The JWT secret has ${bytes.length} bytes, but HS256 needs at least ${minSecretBytes}. Create one with \`openssl rand -hex 32\`.`,
    );
  }
  return bytes;
}
