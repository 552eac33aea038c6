import type { Seal } from '@toolwire/internal';

/** A user's leave to sign in at a provider: sealed, it is the address that the user opens, and nothing of it is kept anywhere. */
export interface Ticket {
  readonly id: string;
  /** The key of the principal who has called. */
  readonly owner: string;
  /** What that principal is called, for a page that asks. */
  readonly name: string;
  readonly provider: string;
  readonly scopes: readonly string[];
  readonly startedAt: number;
  readonly until: number;
}

/** What a browser carries while its user is at the provider. */
export interface BrowserVisit {
  readonly ticket: Ticket;
  readonly verifier: string;
}

/** Seals a ticket for the address of a page. */
export function sealTicket(seal: Seal, ticket: Ticket): Promise<string> {
  return seal.seal('ticket', JSON.stringify(ticket));
}

/** The ticket of an address; `undefined` where nobody here has made it. */
export async function openTicket(seal: Seal, sealed: string): Promise<Ticket | undefined> {
  const text = await seal.open('ticket', sealed);
  return text === undefined ? undefined : (JSON.parse(text) as Ticket);
}

/** Seals a visit for the one `state` that it goes with. */
export function sealVisit(seal: Seal, state: string, visit: BrowserVisit): Promise<string> {
  return seal.seal(`visit ${state}`, JSON.stringify(visit));
}

/** The visit that goes with a `state`. */
export async function openVisit(seal: Seal, state: string, sealed: string): Promise<BrowserVisit | undefined> {
  const text = await seal.open(`visit ${state}`, sealed);
  return text === undefined ? undefined : (JSON.parse(text) as BrowserVisit);
}
