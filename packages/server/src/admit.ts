import { type Authentication, authenticate, couldNotBeChecked, type Verified } from '@toolwire/auth';
import { andThen, isPromise, type Logger, type MaybePromise, type RefusedOutcome } from '@toolwire/core';
import { type Caller, type HostCaller, type HostRequest, joinCaller } from '@toolwire/core/wire';
import { StartUpError, settledWithin } from '@toolwire/internal';
import { maskCredentials } from './credential-mask.ts';

/** A way to authenticate callers: any verifier of `@toolwire/auth`, or one that looks at more than the headers. */
export interface RequestVerifier {
  readonly scheme: string;
  /** How callers should authenticate, as a `WWW-Authenticate` value. */
  readonly challenge?: string | undefined;
  /** The header that carries the credentials, in lower case. */
  readonly header?: string | undefined;
  /** The verifiers that a combination such as `anyOf` consists of. */
  readonly parts?: readonly Pick<RequestVerifier, 'header' | 'parts'>[] | undefined;
  verify(request: HostRequest): MaybePromise<Verified>;
}

/** Who was let in, or how the others are answered. */
type Admission =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly refusal: RefusedOutcome };

type Refused = Extract<Authentication, { readonly ok: false }>;

/** Decides about a request by its credentials, before anything else of it is read. */
export type Admit = (request: HostRequest) => MaybePromise<Admission>;

/** How callers are let in. */
export interface AdmitOptions {
  readonly logger: Logger;
  /** How long a verifier is waited for. */
  readonly waitMs: number;
  /** Whether those who have brought nothing are let in, too. */
  readonly anonymous: boolean;
}

/** Lets in whom the verifier accepts, and where it is said so, those who have brought nothing; missing and bad credentials get one and the same answer (E22, E23), but where a wire has words for a token (ANS-08). */
export function createAdmit(verifier: RequestVerifier, { logger, waitMs, anonymous }: AdmitOptions): Admit {
  const late = (): Refused => {
    const cause = new Error(`The verifier has not answered within ${waitMs} milliseconds.`);
    return { ok: false, challenge: verifier.challenge ?? 'Bearer', reason: tooLate, cause };
  };
  return (request) => {
    const found = authenticate(verifier, request);
    return andThen(isPromise(found) ? settledWithin(found, waitMs, late) : found, (authentication): Admission => {
      // MCP-AUTH-05: who calls goes on, the token does not.
      if (authentication.ok) return { ok: true, caller: joinCaller(request.caller, authentication.principal) };
      const { reason } = authentication;
      // OTC-AUTH-16: what was presented and is bad decides, also where nothing was needed.
      if (anonymous && reason === 'no_credentials') return { ok: true, caller: strangerBy(request.caller) };
      report(authentication, request, verifier, logger);
      return { ok: false, refusal: isUndecided(reason) ? cannotBeChecked : refusalOf(authentication) };
    });
  };
}

const tooLate = 'verifier_late';

function isUndecided(reason: string): boolean {
  return reason === tooLate || couldNotBeChecked({ reason });
}

function refusalOf({ challenge, token }: Refused): RefusedOutcome {
  const message = 'Valid credentials are required';
  return { kind: 'refused', code: 'unauthenticated', message, challenge, ...(token && { token }) };
}

// Nothing is said of the credentials: they were not checked, and a client that signs in again gains nothing.
const cannotBeChecked: RefusedOutcome = {
  kind: 'refused',
  code: 'unavailable',
  message: 'Credentials cannot be checked at the moment. Nothing was done; try again in a while.',
  retryAfterMs: 10_000,
};

/** Whom the host names; of the others nobody knows whose calls are whose, also on a port of the server's own. */
function strangerBy(caller: HostCaller | undefined): Caller {
  return joinCaller(caller && { ...caller, unnamed: 'by_credentials' });
}

/** Callers are not told what is wrong with their credentials: that is for the log alone. */
function report({ reason, cause }: Refused, request: HostRequest, verifier: RequestVerifier, logger: Logger): void {
  const { scheme } = verifier;
  const failed = reason === 'verifier_failed';
  if (!failed && !isUndecided(reason)) {
    // A verifier of the app's own may give its words for a code.
    const code = shortCode.test(reason) ? reason : maskCredentials(verifier, request).text(String(reason));
    logger.info({ scheme, reason: code }, 'A caller was not let in');
    return;
  }
  const fields = { scheme, reason, error: maskCredentials(verifier, request).error(cause) };
  if (failed) logger.error(fields, 'The verifier failed, so a caller was not let in');
  else logger.warn(fields, 'Credentials could not be checked, so a caller was not let in');
}

const shortCode = /^[a-z_]{1,40}$/;

/** Trusts the sign-in of the host: lets in whom its `principal` names, and nobody else. */
export function trustHost(...none: readonly never[]): RequestVerifier {
  if (none.length > 0) {
    throw new StartUpError(
      'TW_ARGUMENTS',
      'trustHost() takes nothing: say who calls where the tools are mounted, with `principal`',
    );
  }
  return {
    scheme: 'host',
    verify: ({ caller }) => ({ state: caller?.principal === undefined ? 'absent' : 'accepted' }),
  };
}
