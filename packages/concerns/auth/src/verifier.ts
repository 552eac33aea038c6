import { copyPrincipal, isPromise, type MaybePromise, orElse } from '@toolwire/internal';

/** The headers of a request, which carry the credentials. */
export interface Credentials {
  /** Returns a header by its lower-case name; repeated headers are joined with a comma and a space. */
  header(name: string): string | undefined;
}

/** The credentials are invalid, or could not be verified. */
export interface Rejected {
  readonly state: 'rejected';
  /**
   * A short code for the log. Callers get the same response for all codes except `keys_unavailable` and
   * `introspection_unavailable`: these refuse the request as `unavailable`, with a retry delay.
   */
  readonly reason?: string | undefined;
  /** The underlying error, for the log. */
  readonly cause?: unknown;
  /** The status of a bearer token that the caller may see; omitted without a token, or if it could not be verified. */
  readonly token?: RefusedToken | undefined;
}

/** The status of an invalid bearer token; `expired` only if it is otherwise valid. */
export type RefusedToken = 'refused' | 'expired';

/** The result of a verifier: no credentials of its kind, valid ones, or invalid ones. */
export type Verified =
  | { readonly state: 'absent' }
  | { readonly state: 'accepted'; readonly principal?: Principal | undefined }
  | Rejected;

/** One method of authentication; implement this interface for a custom method. */
export interface Verifier<Request = Credentials> {
  /** The kind of credentials, for example `api-key` or `bearer`. */
  readonly scheme: string;
  /** The `WWW-Authenticate` value for rejected callers; default `Bearer`. */
  readonly challenge?: string | undefined;
  /** The lower-case name of the header with the credentials; verifiers of the same header are alternatives. */
  readonly header?: string | undefined;
  /** The verifiers of a combination. */
  readonly parts?: readonly Verifier<Request>[] | undefined;
  verify(request: Request): MaybePromise<Verified>;
}

/** The `WWW-Authenticate` value of verifiers that name none (OTC-AUTH-12). */
export const defaultChallenge = 'Bearer';

/** An authenticated caller. */
export interface Principal {
  /** Identifies the caller, also in logs; never a key or a token. */
  readonly id: string;
  /** The issuer of the ID, for example the `iss` of a token: the same ID of two issuers means two callers. */
  readonly issuer?: string | undefined;
  /** The claims of the token. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  /** The granted scopes, if known. */
  readonly scopes?: readonly string[] | undefined;
}

/** The reasons of credentials that could not be verified. */
export const unavailableReasons = { keys: 'keys_unavailable', introspection: 'introspection_unavailable' } as const;

const unavailable: ReadonlySet<string | undefined> = new Set(Object.values(unavailableReasons));

/** Returns whether the issuer was unavailable, so that the credentials could not be verified: signing in again does not help. */
export function isVerificationUnavailable({ reason }: Pick<Rejected, 'reason'>): boolean {
  return unavailable.has(reason);
}

const states = new Set<unknown>(['absent', 'accepted', 'rejected'] satisfies Verified['state'][]);

/** Runs a verifier; a throw, a result of the wrong shape and an invalid principal become rejections. */
export function verifySafely<Request>(
  verifier: Pick<Verifier<Request>, 'verify'>,
  request: Request,
): MaybePromise<Verified> {
  return orElse(() => {
    const verified = verifier.verify(request);
    return isPromise(verified) ? Promise.resolve(verified).then(checkVerified) : checkVerified(verified);
  }, rejectionOf);
}

// Verifiers in JavaScript may return anything.
function checkVerified(verified: Verified | undefined): Verified {
  if (!states.has(verified?.state)) {
    throw new TypeError("A verifier returned no state. Return 'absent', 'accepted' or 'rejected' as `state`.");
  }
  const { state, principal } = verified as Verified & { readonly principal?: unknown };
  // With an invalid ID, all callers would share one identity.
  return state === 'accepted' ? { state, principal: copyPrincipal(principal) } : (verified as Verified);
}

function rejectionOf(cause: unknown): Rejected {
  return { state: 'rejected', reason: 'verifier_failed', cause };
}
