import { authenticate, type Verified } from '@toolwire/auth';
import {
  andThen,
  type ContextKey,
  type HostRequest,
  type Logger,
  type MaybePromise,
  type Principal,
  type RefusedOutcome,
} from '@toolwire/core';

/** A way to authenticate callers: any verifier of `@toolwire/auth`, or one that looks at more than the headers. */
export interface RequestVerifier {
  readonly scheme: string;
  /** How callers should authenticate, as a `WWW-Authenticate` value. */
  readonly challenge?: string | undefined;
  verify(request: HostRequest): MaybePromise<Verified>;
}

/** Who was let in, or how the others are answered. */
type Admission =
  | { readonly ok: true; readonly principal: Principal | undefined }
  | { readonly ok: false; readonly refusal: RefusedOutcome };

/** Decides about a request by its credentials, before anything else of it is read. */
export type Admit = (request: HostRequest) => MaybePromise<Admission>;

/** Lets in whom the verifier accepts; missing and bad credentials get one and the same answer (E22, E23). */
export function createAdmit(verifier: RequestVerifier, logger: Logger): Admit {
  return (request) =>
    andThen(authenticate(verifier as Parameters<typeof authenticate>[0], request), (authentication): Admission => {
      if (authentication.ok) return { ok: true, principal: authentication.principal };
      const { challenge, reason } = authentication;
      logger.info({ scheme: verifier.scheme, reason }, 'A caller was not let in');
      return {
        ok: false,
        refusal: { kind: 'refused', code: 'unauthenticated', message: 'Valid credentials are required', challenge },
      };
    });
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
