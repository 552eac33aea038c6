import type { MaybePromise } from './maybe-promise.ts';
import type { Principal } from './principal.ts';

/** The headers of a request, where callers put their credentials. */
export interface Credentials {
  /** A header by its lower-case name; fields that came more than once are joined by a comma and a space. */
  header(name: string): string | undefined;
}

/** Credentials came and are not good. */
export interface Rejected {
  readonly state: 'rejected';
  /** A short code for the log; callers get one answer for all of them. */
  readonly reason?: string | undefined;
  /** The error behind it, for the log. */
  readonly cause?: unknown;
  /** What a caller who has sent a bearer token may be told of it; left out where none came, or nobody has looked at it. */
  readonly token?: RefusedToken | undefined;
}

/** A bearer token was not good; `expired` only where it was good in everything but its end. */
export type RefusedToken = 'refused' | 'expired';

/** What a verifier found: no credentials of its kind, good ones, or bad ones. */
export type Verified =
  | { readonly state: 'absent' }
  | { readonly state: 'accepted'; readonly principal?: Principal | undefined }
  | Rejected;

/** One way to authenticate callers, by their credentials or by more of a request; an object of this shape is all it takes to add one's own. */
export interface Verifier<Request = Credentials> {
  /** What kind of credentials it takes, such as `api-key` or `bearer`; `none` when it lets everybody in. */
  readonly scheme: string;
  /** How callers should authenticate, as a `WWW-Authenticate` value; `Bearer` if left out. */
  readonly challenge?: string | undefined;
  /** The header that carries the credentials, in lower case; verifiers of one header are alternatives for it. */
  readonly header?: string | undefined;
  /** The verifiers that a combination consists of. */
  readonly parts?: readonly Verifier<Request>[] | undefined;
  verify(request: Request): MaybePromise<Verified>;
}
