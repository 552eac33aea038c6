import { checkNames, type NamesOf, StartupError, toBase64Url } from '@toolwire/internal';

/** The tokens that a client signs. */
export interface JwtOptions {
  /** The secret that client and server share, of 32 bytes or more. A string is encoded as UTF-8. */
  readonly secret: string | Uint8Array;
  /** The claims in addition to `exp`, such as `aud` and `sub`. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
}

// As long as the hash (RFC 7518, 3.2).
const minSecretBytes = 32;

/** Each request has a new token, which the server checks on arrival. */
const lifetimeSeconds = 300;

const jwtNames: NamesOf<JwtOptions> = { secret: true, claims: true };

/** Returns a function that signs a new token each time (OTC-AUTH-09). */
export function createTokenSigner(options: JwtOptions): () => Promise<string> {
  checkNames('auth.jwt of createClient', options, jwtNames);
  const { claims } = options;
  const secret = readSecret(options.secret);
  const header = encodeJson({ alg: 'HS256', typ: 'JWT' });
  let key: Promise<CryptoKey> | undefined;
  return async () => {
    key ??= crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const exp = Math.floor(Date.now() / 1_000 + lifetimeSeconds);
    const signed = `${header}.${encodeJson({ ...claims, exp })}`;
    const signature = await crypto.subtle.sign('HMAC', await key, new TextEncoder().encode(signed));
    return `${signed}.${toBase64Url(new Uint8Array(signature))}`;
  };
}

function readSecret(secret: string | Uint8Array | undefined): Uint8Array<ArrayBuffer> {
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : Uint8Array.from(secret ?? []);
  if (bytes.length === 0) {
    throw new StartupError('TW_CREDENTIAL_MISSING', 'The JWT secret is empty. Is its environment variable set?');
  }
  if (bytes.length < minSecretBytes) {
    throw new StartupError(
      'TW_CREDENTIAL_SHORT',
      `The JWT secret has ${bytes.length} bytes, but HS256 needs at least ${minSecretBytes}.`,
    );
  }
  return bytes;
}

function encodeJson(value: object): string {
  return toBase64Url(new TextEncoder().encode(JSON.stringify(value)));
}
