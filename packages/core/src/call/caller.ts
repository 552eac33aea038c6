/** The authenticated caller, from credentials or from the app's sign-in. */
export interface Principal {
  /** Identifies the caller, also in logs; never a key or a token. */
  readonly id: string;
  /** The issuer of the ID, such as the `iss` of a token. The same ID of two issuers is two callers. */
  readonly issuer?: string | undefined;
  /** The claims of a token. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  /** The granted scopes, such as the `scope` of a token; `undefined` if unknown. */
  readonly scopes?: readonly string[] | undefined;
  /** The credentials of a backend that calls on behalf of this user. */
  readonly via?: Omit<Principal, 'via'> | undefined;
}

/** Caller information from the adapter. */
export interface HostCaller {
  /** The principal that the app names. */
  readonly principal?: Principal | undefined;
  /**
   * How the server distinguishes callers without a principal. `one`: all are one caller, on a dedicated port. `by_credentials`: by verified
   * credentials. `unknown`: not at all, because the app passes values without saying whose they are.
   */
  readonly unnamed: 'one' | 'by_credentials' | 'unknown';
}

/** The caller as far as the server knows. */
export interface Caller {
  readonly principal: Principal | undefined;
  /** Whether the caller is identified, by a principal or as the only caller. `false` for credentials with values whose user is `unknown`. */
  readonly isCallerKnown: boolean;
}

/** The only caller of a server on a dedicated port. */
export const soleCaller: HostCaller = { unnamed: 'one' };

/** Callers that the host can't identify. */
export const callerByCredentials: HostCaller = { unnamed: 'by_credentials' };

/** Combines the host's principal with the authenticated one. The host's principal wins, and `via` keeps the other. */
export function joinCaller({ principal, unnamed }: HostCaller = callerByCredentials, verified?: Principal): Caller {
  if (principal !== undefined) {
    return { principal: verified === undefined ? principal : { ...principal, via: verified }, isCallerKnown: true };
  }
  // Values may belong to one of several users who share the credentials, and only the app knows to which one.
  if (verified !== undefined) return { principal: verified, isCallerKnown: unnamed !== 'unknown' };
  return unnamed === 'one' ? knownWithoutPrincipal : unknownWithoutPrincipal;
}

const knownWithoutPrincipal: Caller = { principal: undefined, isCallerKnown: true };
const unknownWithoutPrincipal: Caller = { principal: undefined, isCallerKnown: false };
