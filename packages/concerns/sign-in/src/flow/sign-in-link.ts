import { openJson, type PrincipalIdentity, principalKey, type Seal, sealJson } from '@toolwire/internal';
import type { Provider } from '../provider/provider.ts';
import { requireVault, type TokenVault } from '../vault/token-vault.ts';
import type { Report } from './token-refresher.ts';

/** How long a user has to sign in: ten minutes. */
const signInLinkMs = 10 * 60_000;

/** The URLs of one sign-in of a user. */
export interface SignInLink {
  /** Opens in the user's browser. */
  readonly url: string;
  /** Reports whether the user has signed in (OXP-CH-03). */
  readonly checkUrl: string;
  readonly attemptId: string;
}

interface LinkConfig {
  readonly vault: TokenVault;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly report: Report;
  readonly urlOf: (page: 'start' | 'status') => string;
}

/** Creates the link with which a user signs in at a provider; `undefined` for an unknown provider. */
export async function createSignInLink(
  { vault, providers, report, urlOf }: LinkConfig,
  user: PrincipalIdentity,
  id: string,
  scopes: readonly string[],
): Promise<SignInLink | undefined> {
  const provider = providers.get(id);
  if (provider === undefined) return undefined;
  const owner = principalKey(user);
  const stored = await requireVault(
    vault.find({ owner, provider: id }),
    `The sign-in at '${id}' cannot start`,
    (error) => report(error, `starting a sign-in at '${id}'`),
  );
  const startedAt = Date.now();
  const ticket: Ticket = {
    id: crypto.randomUUID(),
    owner,
    name: user.id,
    provider: id,
    // Requests the granted scopes again, so that they are kept.
    scopes: provider.scopesFor([...(stored?.tokens.scopes ?? []), ...scopes]),
    needed: scopes,
    startedAt,
    expiresAt: startedAt + signInLinkMs,
  };
  const query = `?ticket=${await sealTicket(vault.seal, ticket)}`;
  return { url: urlOf('start') + query, checkUrl: urlOf('status') + query, attemptId: ticket.id };
}

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
function sealTicket(seal: Seal, ticket: Ticket): Promise<string> {
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
