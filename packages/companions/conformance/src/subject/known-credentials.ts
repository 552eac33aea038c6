import { createHmac } from 'node:crypto';

/** Credentials that a server was told to accept, so that cases can send good ones and spoil them. */
export interface KnownCredentials {
  /** A key that is good in `OTC-API-Key`. */
  readonly apiKey?: string;
  /** How good tokens are made. */
  readonly jwt?: TokenFacts;
}

/** What a server that takes tokens was told about them. */
export interface TokenFacts {
  /** Shared by those who sign with HS256 and the server. */
  readonly secret: string;
  /** The only `aud` that the server takes. */
  readonly audience: string;
}

/** The parts of a token that differ from those of a good one. */
export interface TokenParts {
  /** Put over the members of a good header, where `undefined` removes one; a text replaces it as it is. */
  readonly header?: Readonly<Record<string, unknown>> | string;
  /** The same for the claims. */
  readonly claims?: Readonly<Record<string, unknown>> | string | Uint8Array;
  readonly key?: string | Uint8Array;
  readonly hash?: 'sha256' | 'sha384' | 'sha512';
  /** Takes the place of the signature. */
  readonly signature?: string;
}

/** Makes a token that is good for ten minutes, but for the parts that are given. */
export function signToken({ secret, audience }: TokenFacts, parts: TokenParts = {}): string {
  const { key = secret, hash = 'sha256' } = parts;
  const header = encodePart({ alg: 'HS256', typ: 'JWT' }, parts.header);
  const claims = encodePart({ sub: 'conformance', aud: audience, exp: nowSeconds() + 600 }, parts.claims);
  const signature = parts.signature ?? createHmac(hash, key).update(`${header}.${claims}`).digest('base64url');
  return `${header}.${claims}.${signature}`;
}

/** The present, in the seconds that tokens count in. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Headers that get into a server with these credentials. */
export function goodHeaders({ apiKey, jwt }: KnownCredentials): Readonly<Record<string, string>> {
  if (apiKey !== undefined) return { 'otc-api-key': apiKey };
  return jwt === undefined ? {} : { authorization: `Bearer ${signToken(jwt)}` };
}

function encodePart(good: object, changes: object | string | Uint8Array = {}): string {
  if (changes instanceof Uint8Array) return Buffer.from(changes).toString('base64url');
  return Buffer.from(typeof changes === 'string' ? changes : JSON.stringify({ ...good, ...changes })).toString(
    'base64url',
  );
}
