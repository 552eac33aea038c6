import { isObject, StartUpError } from '@toolwire/internal';
import type { IntrospectionOptions, TokenAnswer } from './introspection-options.ts';
import { checkClaims } from './jwt-claims.ts';
import { checkSeconds, checkTexts, type JwtRules } from './jwt-rules.ts';
import { refuseToken } from './refused-token.ts';
import { scopesOfClaims } from './scopes.ts';
import type { Verified } from './verifier.ts';

/** An answer of an authorization server: what it says of a good token, or nothing. */
export type IntrospectionAnswer = TokenAnswer | undefined;

/** Reads the answer of RFC 7662, section 2.2; throws where it is none. */
export function readAnswer(answer: unknown): IntrospectionAnswer {
  // Only a boolean: 'false' would be true of everybody.
  if (isObject(answer) && typeof answer['active'] === 'boolean') return answer['active'] ? frozen(answer) : undefined;
  throw new Error("The authorization server's answer is no object with active: true or false.");
}

/** An answer counts for several calls: what one of them does to its claims must not be said of the others. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

/** Decides about a token by the answer, now and here: its times are looked at again each time that the answer counts. */
export function createJudge(options: IntrospectionOptions, vouches: string): (answer: IntrospectionAnswer) => Verified {
  const rules = rulesOf(options);
  return (answer) => {
    if (answer === undefined) return refuseToken('inactive');
    if (isOfAnotherKind(answer)) return refuseToken('not_access_token');
    const reason = checkClaims(answer, rulesFor(answer, rules), Date.now() / 1000);
    if (reason !== undefined) return refuseToken(reason);
    const id = rules.principalId(answer);
    const issuer = typeof answer['iss'] === 'string' ? answer['iss'] : vouches;
    return typeof id === 'string' && id !== ''
      ? { state: 'accepted', principal: { id, issuer, claims: answer, ...scopesOfClaims(answer) } }
      : refuseToken('no_principal');
  };
}

/** What servers call the tokens that are not for calls: to get others by, or to say who has signed in. */
const otherKinds = /^(?:refresh|offline|id)(?:[_ ]?token)?$/i;

/** Some servers say of a refresh token that it is active, too: it lives longer, and is for them alone. */
function isOfAnotherKind({ token_type: type, token_use: use, typ }: TokenAnswer): boolean {
  return [type, use, typ].some((kind) => typeof kind === 'string' && otherKinds.test(kind));
}

function rulesOf(options: IntrospectionOptions): JwtRules {
  const { issuer, audiences = [], clockToleranceSeconds: tolerance } = options;
  checkTexts('audiences', audiences);
  if (audiences.length === 0 && options.allowNoAudience !== true) {
    throw new StartUpError(
      'TW_CREDENTIAL_MISSING',
      'introspection() got no audiences, so tokens for other servers of the same issuer would count. Name this server as the issuer does, or set allowNoAudience where it says of no token whom it is for.',
    );
  }
  if (tolerance !== undefined) checkSeconds('clockToleranceSeconds', tolerance, 0);
  return {
    audiences: new Set(audiences),
    // An authorization server has other customers, too.
    audienceRequired: options.allowNoAudience !== true,
    issuers: issuer === undefined ? undefined : new Set([issuer]),
    earlySeconds: tolerance ?? 5,
    lateSeconds: tolerance ?? 0,
    maxLifetimeSeconds: Number.POSITIVE_INFINITY,
    // RFC 7662 leaves it to the server whether it says when a token ends.
    expiryRequired: false,
    principalId: options.principalId ?? (({ sub }) => sub),
  };
}

/** An answer need not name the issuer, which has just been asked itself; one that names another is refused. */
function rulesFor({ iss }: TokenAnswer, rules: JwtRules): JwtRules {
  return iss === undefined ? { ...rules, issuers: undefined } : rules;
}
