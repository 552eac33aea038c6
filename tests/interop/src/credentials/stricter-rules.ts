import { isUtf8 } from 'node:buffer';
import { type DecodedToken, toleranceSeconds } from './independent-verifier.ts';
import { base64url, goodClaims, issueToken } from './issuer.ts';

/** Tokens that are rejected here although the other verifier accepts them, with the reason. */
export interface StricterRule {
  readonly name: string;
  readonly reason: string;
  readonly refuses: (token: string, decoded: DecodedToken, nowSeconds: number) => boolean;
  /** A token that is rejected only for this reason. */
  readonly example: (nowSeconds: number) => string;
}

const claimsWith = (now: number, member: string): string =>
  issueToken({ claims: `${JSON.stringify(goodClaims(now)).slice(0, -1)},${member}}` });

/** All differences, each of which must still be one. */
export const stricterRules: readonly StricterRule[] = [
  {
    name: 'one spelling',
    reason: 'A token that can be spelled in two ways passes a list of those that were revoked (RFC 4648, 3.5).',
    refuses: (token) => token.split('.').some((part) => base64url(Buffer.from(part, 'base64url')) !== part),
    example: () => {
      const token = issueToken();
      return token.slice(0, -1) + String.fromCharCode(token.charCodeAt(token.length - 1) + 1);
    },
  },
  {
    name: 'a limit of length',
    reason: 'What is longer than any header can be costs no cryptography.',
    refuses: (token) => token.length > 8192,
    example: (now) => claimsWith(now, `"more":"${'x'.repeat(8000)}"`),
  },
  {
    name: 'nothing critical',
    reason: 'crit must be a list with members (RFC 7515, 4.1.11), also where it is null or empty.',
    refuses: (_, { header }) => Object.hasOwn(header, 'crit'),
    example: () => issueToken({ header: { crit: null } }),
  },
  {
    name: 'an iat that is not ahead',
    reason: 'A token of the future was made by a clock that cannot be trusted with its exp either.',
    refuses: (_, { payload: { iat } }, now) =>
      iat !== undefined && !(Number.isFinite(iat) && (iat as number) <= now + toleranceSeconds),
    example: (now) => claimsWith(now, `"iat":${now + toleranceSeconds + 1}`),
  },
  {
    name: 'an end at exp',
    reason: 'A token is not good on its exp any more (RFC 7519, 4.1.4).',
    refuses: (_, { payload: { exp } }, now) => (exp as number) + toleranceSeconds === now,
    example: (now) => claimsWith(now, `"exp":${now - toleranceSeconds}`),
  },
  {
    name: 'times that come',
    reason: 'A number beyond all numbers would be an exp that never comes.',
    refuses: (_, { payload }) => [payload['exp'], payload['nbf']].some((time) => Math.abs(time as number) === Infinity),
    example: (now) => claimsWith(now, '"exp":1e400'),
  },
  {
    name: 'claims in UTF-8',
    reason: 'What two readers would read differently may name two callers (RFC 7519, 7.2).',
    refuses: (token) => !isUtf8(Buffer.from(token.split('.')[1] ?? '', 'base64url')),
    example: (now) => {
      const claims = JSON.stringify({ ...goodClaims(now), sub: '\xff' });
      return issueToken({ claims: Buffer.from(claims, 'latin1') });
    },
  },
];
