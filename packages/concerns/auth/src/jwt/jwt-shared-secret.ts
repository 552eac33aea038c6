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
  // A public key is not secret: anyone could sign tokens with it.
  if (isPem(bytes) || isDer(bytes)) {
    throw new StartupError(
      'TW_CREDENTIAL_INVALID',
      '`secret` must be a shared secret, got a PEM or DER key. To verify tokens with a public key, pass it as a JWK: jwks: { keys: [ … ] }.',
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

function isPem(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes).trimStart().startsWith('-----BEGIN');
}

/** Whether bytes are a key or certificate in DER: a sequence of exactly this length, which begins with a sequence or an integer. */
function isDer(bytes: Uint8Array): boolean {
  const [tag, shortLength = 0] = bytes;
  if (tag !== derSequence) return false;
  // A long length has its number of bytes first, with the highest bit set.
  const lengthBytes = shortLength < 0x80 ? 0 : shortLength - 0x80;
  const start = 2 + lengthBytes;
  const length = lengthBytes === 0 ? shortLength : bytes.slice(2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  return start + length === bytes.length && (bytes[start] === derSequence || bytes[start] === derInteger);
}

const derSequence = 0x30;
const derInteger = 0x02;
