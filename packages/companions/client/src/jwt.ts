import { checkNames, checkNumber, type NamesOf, StartUpError } from '@toolwire/internal';
/** What a client says in the tokens it signs. */
export interface JwtOptions {
  /** The secret that client and server share: 32 bytes or more; a text counts as UTF-8. */
  readonly secret: string | Uint8Array;
  /** How long each token is good for: 1 to 900, as the text advises; 300 if left out. */
  readonly lifetimeSeconds?: number | undefined;
  /** The server it is for. */
  readonly audience?: string | readonly string[] | undefined;
  /** Who calls. */
  readonly subject?: string | undefined;
  /** Claims of your own. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
}

// RFC 7518, 3.2: as long as the hash.
const shortestSecret = 32;

const optionNames: NamesOf<JwtOptions> = {
  secret: true,
  lifetimeSeconds: true,
  audience: true,
  subject: true,
  claims: true,
};

/** Makes a function that signs a fresh token each time (OTC-AUTH-09). */
export function createTokenSigner(options: JwtOptions): () => Promise<string> {
  checkNames('auth.jwt of createClient', options, optionNames);
  const { lifetimeSeconds = 300, audience, subject, claims } = options;
  const secret = readSecret(options.secret);
  // A text would be put behind the time of its making, and what is below a second may be over by then.
  checkNumber('lifetimeSeconds', lifetimeSeconds, { unit: 'seconds', from: 1, to: 900 });
  const header = encodeJson({ alg: 'HS256', typ: 'JWT' });
  let key: Promise<CryptoKey> | undefined;
  return async () => {
    key ??= crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const exp = Math.floor(Date.now() / 1_000 + lifetimeSeconds);
    const signed = `${header}.${encodeJson({ aud: audience, sub: subject, ...claims, exp })}`;
    const signature = await crypto.subtle.sign('HMAC', await key, new TextEncoder().encode(signed));
    return `${signed}.${base64Url(new Uint8Array(signature))}`;
  };
}

function readSecret(secret: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : Uint8Array.from(secret);
  if (bytes.length === 0) {
    throw new StartUpError('TW_CREDENTIAL_MISSING', 'The JWT secret is empty. Is its environment variable set?');
  }
  if (bytes.length < shortestSecret) {
    throw new StartUpError(
      'TW_CREDENTIAL_SHORT',
      `The JWT secret has ${bytes.length} bytes. HS256 needs ${shortestSecret} or more.`,
    );
  }
  return bytes;
}

function encodeJson(value: object): string {
  return base64Url(new TextEncoder().encode(JSON.stringify(value)));
}

function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
