import type { Seal } from '@toolwire/internal';

/** Allows a user to sign in at a provider. It is encrypted in the URL that the user opens, and not stored. */
export interface Ticket {
  readonly id: string;
  /** The key of the caller's principal. */
  readonly owner: string;
  /** The caller's ID, shown on the confirmation page. */
  readonly name: string;
  readonly provider: string;
  readonly scopes: readonly string[];
  readonly startedAt: number;
  readonly until: number;
}

/** How long a user has to sign in: ten minutes. */
export const ticketMs: number = 10 * 60_000;

/** The state in a cookie while the user is at the provider. */
export interface BrowserVisit {
  readonly ticket: Ticket;
  readonly verifier: string;
}

/** Encrypts a ticket for a URL. */
export function sealTicket(seal: Seal, ticket: Ticket): Promise<string> {
  return seal.seal('ticket', JSON.stringify(ticket));
}

/** Decrypts the ticket of a URL; `undefined` if it is invalid. */
export async function openTicket(seal: Seal, sealed: string): Promise<Ticket | undefined> {
  const text = await seal.open('ticket', sealed);
  return text === undefined ? undefined : (JSON.parse(text) as Ticket);
}

/** Encrypts a visit, bound to its `state`. */
export function sealVisit(seal: Seal, state: string, visit: BrowserVisit): Promise<string> {
  return seal.seal(`visit ${state}`, JSON.stringify(visit));
}

/** Decrypts the visit of a `state`; `undefined` if it is invalid. */
export async function openVisit(seal: Seal, state: string, sealed: string): Promise<BrowserVisit | undefined> {
  const text = await seal.open(`visit ${state}`, sealed);
  return text === undefined ? undefined : (JSON.parse(text) as BrowserVisit);
}
