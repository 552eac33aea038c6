import { openJson, type Seal, sealJson } from '@toolwire/internal';

/** The ticket of a pending sign-in, with which a user signs in at a provider. It is encrypted in the URL that the user opens, and not stored. */
export interface Ticket {
  readonly id: string;
  /** The key of the caller's principal. */
  readonly owner: string;
  /** The caller's ID, shown on the confirmation page. */
  readonly name: string;
  readonly provider: string;
  /** The scopes to request at the provider. */
  readonly scopes: readonly string[];
  /** The scopes without which the sign-in is not complete. */
  readonly needed: readonly string[];
  readonly startedAt: number;
  readonly expiresAt: number;
}

/** The state in a cookie while the user is at the provider. */
export interface BrowserVisit {
  readonly ticket: Ticket;
  readonly verifier: string;
}

/** Encrypts a ticket for a URL. */
export function sealTicket(seal: Seal, ticket: Ticket): Promise<string> {
  return sealJson(seal, 'ticket', ticket);
}

/** Decrypts the ticket of a URL; `undefined` if it is invalid. */
export function openTicket(seal: Seal, sealed: string): Promise<Ticket | undefined> {
  return openJson(seal, 'ticket', sealed);
}

/** Encrypts a visit, bound to its `state`. */
export function sealVisit(seal: Seal, state: string, visit: BrowserVisit): Promise<string> {
  return sealJson(seal, `visit ${state}`, visit);
}

/** Decrypts the visit of a `state`; `undefined` if it is invalid. */
export function openVisit(seal: Seal, state: string, sealed: string): Promise<BrowserVisit | undefined> {
  return openJson(seal, `visit ${state}`, sealed);
}
