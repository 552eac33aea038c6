import type { Askable } from './deferral.ts';

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
  /** Whether the caller is identified, by a principal or as the only caller. */
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
  if (verified !== undefined) return { principal: verified, isCallerKnown: unnamed !== 'unknown' };
  return unnamed === 'one' ? knownWithoutPrincipal : unknownWithoutPrincipal;
}

const knownWithoutPrincipal: Caller = { principal: undefined, isCallerKnown: true };
const unknownWithoutPrincipal: Caller = { principal: undefined, isCallerKnown: false };

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

/** The program that sent a call. Clients choose their own name, so it isn't a proof of identity. */
export interface Client {
  /** Its name, such as `claude-code`; `undefined` if the protocol or the client does not report one. */
  readonly name: string | undefined;
  readonly version: string | undefined;
  /** The protocol revision that it uses, such as `2025-11-25`. */
  readonly protocolVersion: string | undefined;
  /** Whether it supports a kind of input request. */
  readonly canAsk: (kind: Askable) => boolean;
}

/** The fields of a call or request that describe its client. */
interface MaybeClient {
  readonly client?: Client | undefined;
  /** Requests input; absent if that is not possible. */
  readonly ask?: unknown;
}

/** The client of a call whose protocol reports none: it supports every input request if the call can make one, else none. */
export function clientOf({ client, ask }: MaybeClient): Client {
  return client ?? (ask === undefined ? silentClient : answeringClient);
}

/** The client of a running call. Without `ask`, the call can't request input even if its client supports it, as over HTTP without a stream. */
export function clientOfRun(call: MaybeClient): Client {
  const { name, version, protocolVersion, canAsk } = clientOf(call);
  return { name, version, protocolVersion, canAsk: (kind) => call.ask !== undefined && canAsk(kind) };
}

const unnamed = { name: undefined, version: undefined, protocolVersion: undefined };
const silentClient: Client = { ...unnamed, canAsk: () => false };
const answeringClient: Client = { ...unnamed, canAsk: () => true };
