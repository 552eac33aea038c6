import { type Authentication, authenticate, type Verified } from '@toolwire/auth';
import {
  andThen,
  type ContextKey,
  type HostRequest,
  type Logger,
  type MaybePromise,
  type Principal,
  type RefusedOutcome,
} from '@toolwire/core';
import { describeThrown } from '@toolwire/errors';

/** A way to authenticate callers: any verifier of `@toolwire/auth`, or one that looks at more than the headers. */
export interface RequestVerifier {
  readonly scheme: string;
  /** How callers should authenticate, as a `WWW-Authenticate` value. */
  readonly challenge?: string | undefined;
  /** The header that carries the credentials, in lower case. */
  readonly header?: string | undefined;
  verify(request: HostRequest): MaybePromise<Verified>;
}

/** Who was let in, or how the others are answered. */
type Admission =
  | { readonly ok: true; readonly principal: Principal | undefined }
  | { readonly ok: false; readonly refusal: RefusedOutcome };

type Refused = Extract<Authentication, { readonly ok: false }>;

/** Decides about a request by its credentials, before anything else of it is read. */
export type Admit = (request: HostRequest) => MaybePromise<Admission>;

/** Lets in whom the verifier accepts; missing and bad credentials get one and the same answer (E22, E23). */
export function createAdmit(verifier: RequestVerifier, logger: Logger): Admit {
  return (request) =>
    andThen(authenticate(verifier as Parameters<typeof authenticate>[0], request), (authentication): Admission => {
      if (authentication.ok) return { ok: true, principal: authentication.principal };
      const { challenge } = authentication;
      report(authentication, request, verifier, logger);
      return {
        ok: false,
        refusal: { kind: 'refused', code: 'unauthenticated', message: 'Valid credentials are required', challenge },
      };
    });
}

/** Callers are told nothing: whether their credentials are bad, or cannot be checked, is for the log alone. */
function report({ reason, cause }: Refused, request: HostRequest, verifier: RequestVerifier, logger: Logger): void {
  const { scheme, header = 'authorization' } = verifier;
  const failed = reason === 'verifier_failed';
  if (!failed && reason !== 'keys_unavailable') {
    logger.info({ scheme, reason }, 'A caller was not let in');
    return;
  }
  // The error may repeat what was to be checked: all of the header, or the token in it.
  const credentials = [header, 'authorization'].flatMap((name) => request.header(name) ?? []);
  const secrets = credentials.flatMap((value) => [value, ...value.split(' ').slice(1)]);
  const fields = { scheme, reason, error: describeThrown(cause, { secrets }) };
  if (failed) logger.error(fields, 'The verifier failed, so a caller was not let in');
  else logger.warn(fields, 'Keys could not be fetched, so a caller was not let in');
}

/** Trusts the sign-in of the host: whom it hands along under the key is let in, and nobody else. */
export function trustHost(key: ContextKey<Principal | undefined>): RequestVerifier {
  return {
    scheme: 'host',
    verify: ({ values }) => {
      const principal = values.get(key);
      return principal === undefined ? { state: 'absent' } : { state: 'accepted', principal };
    },
  };
}
