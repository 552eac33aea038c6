import { createDecoder, createVerifier } from 'fast-jwt';
import { audience, issuer, keys, type SigningKey } from './issuer.ts';

/** How far clocks may differ, for both verifiers. */
export const toleranceSeconds = 5;

/** A token that can be read, whether it is good or not. */
export interface DecodedToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

const decode = createDecoder({ complete: true });

/** Reads a token without believing it. */
export function readToken(token: string): DecodedToken | undefined {
  try {
    return decode(token) as DecodedToken;
  } catch {
    return undefined;
  }
}

/** A verifier by other authors, with the same keys and rules; it takes one key at a time, so a token's key is found here. */
export function createIndependentVerifier(now: number): (token: string) => boolean {
  const verifiers = [
    verifierWith(keys.rsa, 'RS256', now),
    verifierWith(keys.nextRsa, 'RS256', now),
    verifierWith(keys.ec, 'ES256', now),
    verifierWith(keys.ed, 'EdDSA', now),
  ];
  return (token) => {
    const kid = readToken(token)?.header['kid'];
    return verifiers.some((one) => (kid === undefined || kid === one.kid) && one.accepts(token));
  };
}

function verifierWith({ publicKey, jwk }: SigningKey, algorithm: 'RS256' | 'ES256' | 'EdDSA', now: number) {
  const verify = createVerifier({
    key: publicKey.export({ type: 'spki', format: 'pem' }),
    algorithms: [algorithm],
    allowedAud: audience,
    allowedIss: issuer,
    allowedSub: /[^]/,
    requiredClaims: ['exp', 'aud', 'iss', 'sub'],
    clockTolerance: toleranceSeconds * 1000,
    clockTimestamp: now,
  });
  return {
    kid: jwk['kid'],
    accepts: (token: string): boolean => {
      try {
        verify(token);
        return true;
      } catch {
        return false;
      }
    },
  };
}
