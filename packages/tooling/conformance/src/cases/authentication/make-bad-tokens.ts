import { generateKeyPairSync, sign } from 'node:crypto';
import { nowSeconds, signToken, type TokenChanges, type TokenConfig } from '../../client/credentials.ts';

/** A token that a server must reject, and why. */
export type BadToken = readonly [name: string, token: (config: TokenConfig) => string];

/** A valid time of expiry. */
export const inAnHour = (): number => nowSeconds() + 3600;

/** Returns tokens that are valid apart from changes before signing. */
export function signedWith(
  rows: readonly (readonly [name: string, changes: TokenChanges | ((config: TokenConfig) => TokenChanges)])[],
): readonly BadToken[] {
  return rows.map(([name, changes]) => [
    name,
    (config) => signToken(config, typeof changes === 'function' ? changes(config) : changes),
  ]);
}

/** Returns valid tokens with changes after signing. */
export function changedAfterSigning(
  rows: readonly (readonly [name: string, change: (header: string, claims: string, signature: string) => string])[],
): readonly BadToken[] {
  return rows.map(([name, change]) => [
    name,
    (config) => {
      const [header = '', claims = '', signature = ''] = signToken(config).split('.');
      return change(header, claims, signature);
    },
  ]);
}

/** The parts of a token that is signed by a key in its own header. */
export function signedByOwnKey(config: TokenConfig): TokenChanges {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const header = JSON.stringify({ alg: 'ES256', typ: 'JWT', jwk: publicKey.export({ format: 'jwk' }) });
  const claims = validClaims(config);
  const signed = Buffer.from(`${base64url(header)}.${base64url(claims)}`);
  const signature = sign('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return { header, claims, signature: signature.toString('base64url') };
}

/** The claims of a valid token, with changes. */
export function validClaims({ audience }: TokenConfig, changes: object = {}): string {
  return JSON.stringify({ sub: 'conformance', aud: audience, exp: inAnHour(), ...changes });
}

/** Only a signature with `-` or `_` differs in base64. */
export function tokenInBase64(config: TokenConfig): string {
  for (let jti = 0; ; jti += 1) {
    const token = signToken(config, { claims: { jti: String(jti) } });
    const signature = token.slice(token.lastIndexOf('.'));
    if (/[-_]/.test(signature)) {
      return token.slice(0, -signature.length) + signature.replaceAll('-', '+').replaceAll('_', '/');
    }
  }
}

/** Changes the subject of encoded claims. */
export function withChangedSub(claims: string): string {
  return base64url(Buffer.from(claims, 'base64url').toString().replace('"sub":"', '"sub":"x'));
}

/** Changes the first character of a signature. */
export function withChangedCharacter(signature: string): string {
  return (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
}

/** Encodes a text as base64url. */
export function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
