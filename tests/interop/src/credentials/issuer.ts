import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** Who signs tokens, and for whom. */
export const issuer = 'https://login.example.com';
export const audience = 'https://tools.example.com/mcp';

/** The ways to sign that tokens are made with here, right ones and others. */
export type Signing = 'RS256' | 'RS512' | 'PS256' | 'ES256' | 'ES256 in DER' | 'EdDSA';

/** A private key, and how its public half is published. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: Readonly<Record<string, unknown>>;
}

function keyOf(pair: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }, members: object): SigningKey {
  return { ...pair, jwk: { ...pair.publicKey.export({ format: 'jwk' }), ...members } };
}

const rsa = (members: object): SigningKey => keyOf(generateKeyPairSync('rsa', { modulusLength: 2048 }), members);
const ec = (members: object): SigningKey => keyOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }), members);
const ed = (members: object): SigningKey => keyOf(generateKeyPairSync('ed25519'), members);

/** The keys of the issuer: two of a kind, as while one replaces the other, and two that are not for tokens of this server. */
export const keys = {
  rsa: rsa({ kid: 'rsa-1' }),
  nextRsa: rsa({ kid: 'rsa-2' }),
  ec: ec({ kid: 'ec-1' }),
  ed: ed({ kid: 'ed-1' }),
  forEncryption: rsa({ kid: 'enc-1', use: 'enc' }),
  forPss: rsa({ kid: 'ps-1', alg: 'PS256' }),
} as const;

/** Keys of an attacker who imitates the issuer. */
export const stranger = { rsa: rsa({ kid: 'rsa-1' }), ec: ec({ kid: 'ec-1' }) } as const;

/** What the issuer publishes. */
export const keySet = { keys: Object.values(keys).map(({ jwk }) => jwk) };

/** The parts of a token that differ from those of a good one. */
export interface TokenParts {
  /** Overrides members of a valid header. `undefined` removes a member; a string or bytes replace it. */
  readonly header?: object | string | undefined;
  /** The same for the claims. */
  readonly claims?: object | string | Uint8Array | undefined;
  readonly signing?: Signing | undefined;
  readonly key?: SigningKey | undefined;
  /** Takes the place of the signature. */
  readonly signature?: ((signed: string) => string) | undefined;
}

/** The claims of a valid token, from a given time. */
export function goodClaims(now = nowSeconds()): Readonly<Record<string, unknown>> {
  return { iss: issuer, aud: audience, sub: 'CANARY-ada', scope: 'vault:open', iat: now, exp: now + 600 };
}

/** Makes a token that is good, but for the parts that are given. */
export function issueToken(parts: TokenParts = {}): string {
  const { signing = 'RS256', key = keyFor(signing) } = parts;
  const alg = signing.slice(0, 5);
  const header = encodePart({ alg, typ: 'JWT', kid: key.jwk['kid'] }, parts.header);
  const signed = `${header}.${encodePart(goodClaims(), parts.claims)}`;
  const signature = parts.signature?.(signed) ?? signatureOf(signed, signing, key.privateKey).toString('base64url');
  return `${signed}.${signature}`;
}

/** Signs with one of the algorithms, whatever the header contains. */
export function signatureOf(text: string, signing: Signing, key: KeyObject): Buffer {
  const bytes = Buffer.from(text);
  switch (signing) {
    case 'RS256':
      return sign('sha256', bytes, key);
    case 'RS512':
      return sign('sha512', bytes, key);
    case 'PS256':
      return sign('sha256', bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });
    case 'ES256':
      return sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' });
    case 'ES256 in DER':
      return sign('sha256', bytes, { key, dsaEncoding: 'der' });
    case 'EdDSA':
      return sign(null, bytes, key);
  }
}

/** The present, in the seconds that tokens count in. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Text in base64url, as the parts of a token are written. */
export function base64url(text: string | Uint8Array): string {
  return Buffer.from(text).toString('base64url');
}

function keyFor(signing: Signing): SigningKey {
  if (signing === 'EdDSA') return keys.ed;
  return signing.startsWith('ES') ? keys.ec : keys.rsa;
}

function encodePart(good: object, changes: object | string | Uint8Array = {}): string {
  if (typeof changes === 'string' || changes instanceof Uint8Array) return base64url(changes);
  return base64url(JSON.stringify({ ...good, ...changes }));
}
