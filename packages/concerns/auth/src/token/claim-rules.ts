import { checkFunction, checkNumber, checkStrings } from '@toolwire/internal';
import type { JwtClaims, JwtOptions } from '../jwt/jwt-options.ts';

/** The rules for claims, read from the options at startup, with their defaults. */
export interface ClaimRules {
  readonly audiences: ReadonlySet<string>;
  readonly isAudienceRequired: boolean;
  readonly issuers: ReadonlySet<string> | undefined;
  /** How many seconds `nbf` and `iat` may be in the future. */
  readonly earlySeconds: number;
  /** How many seconds `exp` may be in the past. */
  readonly lateSeconds: number;
  readonly maxLifetimeSeconds: number;
  readonly isExpiryRequired: boolean;
  readonly principalId: (claims: JwtClaims) => unknown;
}

/** Reads and checks the options that `jwt()` and `introspection()` share. */
export function readSharedRules({
  audiences = [],
  clockToleranceSeconds: tolerance,
  principalId,
}: Pick<JwtOptions, 'audiences' | 'clockToleranceSeconds' | 'principalId'>): Pick<
  ClaimRules,
  'audiences' | 'earlySeconds' | 'lateSeconds'
> {
  checkStrings('audiences', audiences);
  checkFunction('principalId', principalId, 'principalId: ({ sub }) => sub');
  if (tolerance !== undefined) checkNumber('clockToleranceSeconds', tolerance, { unit: 'seconds', from: 0 });
  return { audiences: new Set(audiences), earlySeconds: tolerance ?? 5, lateSeconds: tolerance ?? 0 };
}

/** The caller's ID by default. */
export function subjectOf({ sub }: JwtClaims): unknown {
  return sub;
}
