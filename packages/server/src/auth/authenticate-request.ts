import { type Authentication, authenticate, isVerificationUnavailable } from '@toolwire/auth';
import { andThen, isPromise, type Logger, type MaybePromise, type RefusedOutcome } from '@toolwire/core';
import { type Caller, type HostCaller, joinCaller } from '@toolwire/core/internal';
import type { HostRequest } from '@toolwire/core/wire';
import { resolveAfterTimeout } from '@toolwire/internal';
import type { RequestVerifier } from './auth-options.ts';
import { maskCredentials } from './credential-mask.ts';

/** The authenticated caller, or the refusal to return. */
type AuthenticationResult =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly refusal: RefusedOutcome };

type Refused = Extract<Authentication, { readonly ok: false }>;

/** Authenticates a request by its credentials, before the server reads anything else of it. */
export type AuthenticateRequest = (request: HostRequest) => MaybePromise<AuthenticationResult>;

/** Options of `createAuthenticateRequest()`. */
export interface AuthenticateOptions {
  readonly logger: Logger;
  /** The timeout of a verifier, in milliseconds. */
  readonly waitMs: number;
  /** Whether callers without credentials may pass. */
  readonly anonymous: boolean;
}

/** Accepts callers that the verifier accepts, and anonymous callers if allowed. Missing and invalid credentials get the same refusal (E22, E23); `token` details are for protocols that report them (ANS-08). */
export function createAuthenticateRequest(
  verifier: RequestVerifier,
  { logger, waitMs, anonymous }: AuthenticateOptions,
): AuthenticateRequest {
  const timedOut = (): Refused => {
    const cause = new Error(`The verifier did not answer within ${waitMs} milliseconds.`);
    return { ok: false, challenge: verifier.challenge ?? 'Bearer', reason: verifierTimeout, cause };
  };
  return (request) => {
    const identity = authenticate(verifier, request);
    return andThen(
      isPromise(identity) ? resolveAfterTimeout(identity, waitMs, timedOut) : identity,
      (authentication): AuthenticationResult => {
        // The principal is passed on, the token is not (MCP-AUTH-05).
        if (authentication.ok) return { ok: true, caller: joinCaller(request.caller, authentication.principal) };
        const { reason } = authentication;
        // Invalid credentials are refused even if none are needed (OTC-AUTH-16).
        if (anonymous && reason === 'no_credentials') return { ok: true, caller: anonymousCaller(request.caller) };
        logRejection(authentication, request, verifier, logger);
        return { ok: false, refusal: isUnavailable(reason) ? verifierUnavailable : refusalOf(authentication) };
      },
    );
  };
}

const verifierTimeout = 'verifier_late';

function isUnavailable(reason: string): boolean {
  return reason === verifierTimeout || isVerificationUnavailable({ reason });
}

/**
 * The protocol of the route chooses its HTTP status: `http-status.ts` of `@toolwire/otc`, or `refusalStatus` of core for Arcade, MCP and
 * the inspector.
 */
function refusalOf({ challenge, token }: Refused): RefusedOutcome {
  const message = 'Valid credentials are required';
  return { kind: 'refused', code: 'unauthenticated', message, challenge, ...(token && { token }) };
}

// Does not blame the credentials: they were not checked, and signing in again would not help.
const verifierUnavailable: RefusedOutcome = {
  kind: 'refused',
  code: 'unavailable',
  message: "The server can't verify credentials right now. The call did not run. Retry in 10 seconds.",
  retryAfterMs: 10_000,
};

/** The caller that the host names. Other callers can't be distinguished, even on a dedicated port. */
function anonymousCaller(caller: HostCaller | undefined): Caller {
  return joinCaller(caller && { ...caller, unnamed: 'by_credentials' });
}

/** Logs why credentials were rejected. Callers don't learn the reason. */
function logRejection(
  { reason, cause }: Refused,
  request: HostRequest,
  verifier: RequestVerifier,
  logger: Logger,
): void {
  const { scheme } = verifier;
  const failed = reason === 'verifier_failed';
  if (!failed && !isUnavailable(reason)) {
    // A custom verifier may return a sentence as its reason.
    const code = shortCode.test(reason) ? reason : maskCredentials(verifier, request).text(String(reason));
    logger.info({ scheme, reason: code }, 'Credentials refused');
    return;
  }
  const fields = { scheme, reason, error: maskCredentials(verifier, request).error(cause) };
  if (failed) logger.error(fields, 'The verifier failed, so the call was refused');
  else logger.warn(fields, 'Credentials could not be checked, so the call was refused');
}

const shortCode = /^[a-z_]{1,40}$/;
