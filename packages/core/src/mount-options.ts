import type { MaybePromise } from '@toolwire/internal';
import type { Principal } from './caller.ts';
import type { ContextEntry } from './context-key.ts';

/** Returns the user that your app has signed in; `undefined` for no user. May be async. */
export type HostPrincipal<Request> = (request: Request) => MaybePromise<Principal | null | undefined>;

/** Returns the context values of a request. May be async. */
export type HostValues<Request> = (request: Request) => MaybePromise<readonly ContextEntry[]>;

/** Options for mounting tools in an app. */
export interface MountOptions<Request> {
  /**
   * The user that your app has signed in: `(request) => request.user && { id: request.user.id }`. Tools read it as `context.principal`, and
   * stored calls belong to it. `'auth'`: the server's `auth` identifies callers, and the app has no sign-in.
   */
  readonly principal?: HostPrincipal<Request> | 'auth' | undefined;
  /** The context values of each request. */
  readonly values?: HostValues<Request> | undefined;
}
