import { createHmac } from 'node:crypto';

/** Credentials that the server accepts. Cases also send changed credentials. */
export interface ServerCredentials {
  /** A valid value of `OTC-API-Key`. */
  readonly apiKey?: string;
  /** The configuration for signing valid tokens. */
  readonly jwt?: TokenConfig;
}

export interface TokenConfig {
  /** The HS256 secret of the server. */
  readonly secret: string;
  /** The only `aud` that the server accepts. */
  readonly audience: string;
}

/** Changes to a valid token before it is signed. */
export interface TokenChanges {
  /** Overrides fields of a valid header; `undefined` removes a field. A string replaces the header. */
  readonly header?: Readonly<Record<string, unknown>> | string;
  /** The same for the claims. */
  readonly claims?: Readonly<Record<string, unknown>> | string | Uint8Array;
  /** Replaces the secret. */
  readonly key?: string | Uint8Array;
  readonly hash?: 'sha256' | 'sha384' | 'sha512';
  /** Replaces the signature. */
  readonly signature?: string;
}

/** Signs a token that is valid for ten minutes, apart from the given changes. */
export function signToken({ secret, audience }: TokenConfig, changes: TokenChanges = {}): string {
  const { key = secret, hash = 'sha256' } = changes;
  const header = encodePart({ alg: 'HS256', typ: 'JWT' }, changes.header);
  const claims = encodePart({ sub: 'conformance', aud: audience, exp: nowSeconds() + 600 }, changes.claims);
  const signature = changes.signature ?? createHmac(hash, key).update(`${header}.${claims}`).digest('base64url');
  return `${header}.${claims}.${signature}`;
}

/** The current time in seconds. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Returns headers with valid credentials. */
export function validHeaders({ apiKey, jwt }: ServerCredentials): Readonly<Record<string, string>> {
  if (apiKey !== undefined) return { 'otc-api-key': apiKey };
  return jwt === undefined ? {} : { authorization: `Bearer ${signToken(jwt)}` };
}

function encodePart(defaults: object, changes: object | string | Uint8Array = {}): string {
  if (changes instanceof Uint8Array) return Buffer.from(changes).toString('base64url');
  return Buffer.from(typeof changes === 'string' ? changes : JSON.stringify({ ...defaults, ...changes })).toString(
    'base64url',
  );
}
