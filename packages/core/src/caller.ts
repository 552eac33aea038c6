import type { Principal } from './principal.ts';

/** What a host knows of who calls. */
export interface HostCaller {
  /** Whom the app names. */
  readonly principal?: Principal | undefined;
  /**
   * What callers are whom it does not name: all `one`, on a port of the server's own; known `by_credentials`, as far as the server
   * has checked any; or `unknown` whatever they have sent, where the app hands values along and does not say whose.
   */
  readonly unnamed: 'one' | 'by_credentials' | 'unknown';
}

/** Who calls, as far as the server knows. */
export interface Caller {
  readonly principal: Principal | undefined;
  /** Whether it is known whose call it is: by name, or because nobody else calls. */
  readonly isCallerKnown: boolean;
}

/** Who calls a server that has its port for itself: one caller, known to be the only one. */
export const soleCaller: HostCaller = { unnamed: 'one' };

/** Callers of whom a host knows nothing. */
export const unnamedCaller: HostCaller = { unnamed: 'by_credentials' };

/** Callers to whom an app hands values along that may be one user's own. */
export const unknownCaller: HostCaller = { unnamed: 'unknown' };

/** Joins what the host knows with whom credentials have let in: the host names the caller, and both keep callers apart. */
export function joinCaller({ principal, unnamed }: HostCaller = unnamedCaller, verified?: Principal): Caller {
  if (principal !== undefined) {
    return { principal: verified === undefined ? principal : { ...principal, via: verified }, isCallerKnown: true };
  }
  if (verified !== undefined) return { principal: verified, isCallerKnown: unnamed !== 'unknown' };
  return unnamed === 'one' ? everybody : nobody;
}

const everybody: Caller = { principal: undefined, isCallerKnown: true };
const nobody: Caller = { principal: undefined, isCallerKnown: false };
