import { checkNumber, StartUpError } from '@toolwire/internal';
import { checkFunction } from './check-function.ts';
import type { JwtClaims, JwtOptions } from './jwt-options.ts';

/** The rules for claims, read from the options when the program starts. */
export interface JwtRules {
  readonly audiences: ReadonlySet<string>;
  readonly audienceRequired: boolean;
  readonly issuers: ReadonlySet<string> | undefined;
  /** How many seconds `nbf` and `iat` may lie ahead. */
  readonly earlySeconds: number;
  /** How many seconds `exp` may have passed. */
  readonly lateSeconds: number;
  readonly maxLifetimeSeconds: number;
  readonly expiryRequired: boolean;
  readonly principalId: (claims: JwtClaims) => unknown;
}

/** Reads the rules, and refuses those that could not be meant. */
export function readJwtRules(options: JwtOptions): JwtRules {
  const { audiences = [], issuer, clockToleranceSeconds: tolerance, maxLifetimeSeconds } = options;
  checkTexts('audiences', audiences);
  checkFunction('principalId', options.principalId, 'principalId: ({ sub }) => sub');
  const issuers = typeof issuer === 'string' ? [issuer] : issuer;
  if (issuers) checkTexts('issuer', issuers);
  if (issuers?.length === 0) {
    throw new StartUpError(
      'TW_OPTION_TYPE',
      'issuer is an empty list, so no token would count. Name one, or leave it out.',
    );
  }
  if (tolerance !== undefined) checkSeconds('clockToleranceSeconds', tolerance, 0);
  if (maxLifetimeSeconds !== undefined) checkSeconds('maxLifetimeSeconds', maxLifetimeSeconds, 1);
  const publicKeys = options.secret === undefined;
  return {
    audiences: new Set(audiences),
    // OTC-AUTH-13 makes aud optional where the secret is shared. An issuer with public keys has other customers, too.
    audienceRequired: publicKeys && audiences.length > 0,
    issuers: issuers && new Set(issuers),
    earlySeconds: tolerance ?? 5,
    lateSeconds: tolerance ?? 0,
    maxLifetimeSeconds: maxLifetimeSeconds ?? Number.POSITIVE_INFINITY,
    expiryRequired: options.allowNoExpiry !== true,
    principalId: options.principalId ?? (publicKeys ? subject : subjectOrBearer),
  };
}

function subject({ sub }: JwtClaims): unknown {
  return sub;
}

/** The documents' own token has no `sub`: then its bearer is whoever holds the secret. */
function subjectOrBearer({ sub }: JwtClaims): unknown {
  return sub === undefined ? 'bearer' : sub;
}

/** Refuses what is no list of texts. */
export function checkTexts(name: string, texts: unknown): void {
  if (!Array.isArray(texts) || texts.some((text) => typeof text !== 'string' || text === '')) {
    throw new StartUpError(
      'TW_OPTION_TYPE',
      `${name} should be a list of texts that are not empty, such as ['https://tools.example.com'].`,
    );
  }
}

/** Refuses a span of time that is too short or has no end. */
export function checkSeconds(name: string, seconds: unknown, from: number): void {
  checkNumber(name, seconds, { unit: 'seconds', from });
}
