import { StartUpError } from '@toolwire/internal';
import type { JwtSecretOptions } from './jwt-options.ts';
import type { JwtSignatures } from './jwt-signature.ts';

// RFC 7518, 3.2: as long as the hash
const shortestSecret = 32;

/** Signatures by HS256 with a secret that both sides know. */
// OTC-AUTH-09
export function secretSignatures({ secret, allowShortSecret = false }: JwtSecretOptions): JwtSignatures {
  const bytes = readSecret(secret, allowShortSecret);
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
  if (typeof secret === 'string' && secret.trimStart().startsWith('-----BEGIN')) {
    throw new StartUpError(
      'TW_CREDENTIAL_UNFIT',
      'The JWT secret is a key in PEM. A public key is no secret: anyone could sign with it. Pass it as jwks instead.',
    );
  }
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : Uint8Array.from(secret);
  if (bytes.length === 0) {
    throw new StartUpError('TW_CREDENTIAL_MISSING', 'The JWT secret is empty. Is its environment variable set?');
  }
  if (bytes.length < shortestSecret && !allowShort) {
    throw new StartUpError(
      'TW_CREDENTIAL_SHORT',
      `The JWT secret has ${bytes.length} bytes. HS256 needs ${shortestSecret} or more (RFC 7518, section 3.2), such as \`openssl rand -hex 32\` prints. Set allowShortSecret where the other side cannot change it.`,
    );
  }
  return bytes;
}
